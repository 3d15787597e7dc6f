import GatewayHTTP
import MaruHTTP
import Testing

@Suite struct RoutingTests {
  private let router = Router([
    .init(.get, "/todos", "list"), .init(.post, "/todos", "create"),
    .init(.get, "/todos/{id}", "read"), .init(.delete, "/todos/{id}", "delete"),
  ])

  private func match(_ method: RequestMethod, _ target: String) -> String {
    guard let target = RequestTarget(target) else { return "no target" }
    return switch router.match(method, target) {
    case .found(let name, _, let parameters):
      name + parameters.map { " \($0.key)=\($0.value)" }.joined()
    case .methodNotAllowed(_, let allow): "allow " + allow.map(\.rawValue).joined(separator: ",")
    case .notFound: "none"
    case .malformed: "malformed"
    }
  }

  @Test(arguments: [
    ("GET", "/todos", "list"), ("GET", "/todos?limit=1", "list"), ("HEAD", "/todos", "list"),
    ("GET", "/todos/7", "read id=7"), ("GET", "/todos/a%2Fb", "read id=a/b"),
    ("GET", "/t%6Fdos", "list"), ("PUT", "/todos", "allow GET,HEAD,POST"),
    ("POST", "/todos/7", "allow GET,HEAD,DELETE"), ("GET", "/todos/", "none"),
    ("GET", "/todos/7/", "none"), ("GET", "/", "none"), ("GET", "/todos/%zz", "malformed"),
    ("GET", "/todos/%FF", "malformed"), ("GET", "todos", "no target"),
  ])
  func `a path finds its route`(_ method: String, _ target: String, _ expected: String) throws {
    let method = try #require(RequestMethod(method))
    #expect(match(method, target) == expected)
  }

  @Test func `a form's plus is a space, and its triplets are decoded`() throws {
    let form = try #require(FormFields(encoded: "a=1+2&b=%EC%95%88%2B&c&a=3"))
    #expect(form["a"] == "1 2")
    #expect(form["b"] == "안+")
    #expect(form["c"] == "")
    #expect(form.values(of: "a") == ["1 2", "3"])
    #expect(form.repeatedNames == ["a"])
    #expect(FormFields(encoded: "a=%4") == nil)
  }

  @Test(arguments: [
    ("a", true), ("A-z_0.9", true), (String(repeating: "x", count: 128), true), ("", false),
    (String(repeating: "x", count: 129), false), ("a b", false), ("a/b", false), ("é", false),
    ("a\u{0}", false),
  ])
  func `a request id has only characters that are inert everywhere`(_ text: String, _ ok: Bool) {
    #expect((RequestID(text) != nil) == ok)
  }

  @Test func `made request ids are valid and differ`() {
    var generator = SystemRandomNumberGenerator()
    let one = RequestID(using: &generator)
    #expect(RequestID(one.rawValue) == one)
    #expect(RequestID(using: &generator) != one)
  }

  @Test func `a problem's body is what a client's library reads`() throws {
    let id = try #require(RequestID("r-1"))
    let problem = Problem.invalid([.init(pointer: "/title", detail: "too long")])
    let response = problem.response(to: id)
    let details = try #require(ProblemDetails(json: response.body))
    #expect(response.status == 422)
    #expect(response.fields[.contentType] == "application/problem+json")
    #expect(details.type == "urn:maru:problem:invalid-request")
    #expect(details.code == "invalid-request")
    #expect(details.fieldErrors == [.init(field: "/title", message: "too long")])
    #expect(Problem.idempotencyKeyReused.type == ProblemDetails.idempotencyKeyReused)
    #expect(Problem.idempotencyKeyInFlight.type == ProblemDetails.idempotencyKeyInFlight)
  }
}
