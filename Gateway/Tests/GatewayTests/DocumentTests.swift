import Foundation
import GatewayApp
import GatewayHTTP
import MaruHTTP
import Testing

@Suite struct DocumentTests {
  private func document() throws -> [String: Any] {
    let answer = try Shared.gateway.get().call("GET", "/openapi.json")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "application/json")
    return answer.json
  }

  @Test func `the document has every route that is served, with a summary`() throws {
    let paths = try #require(try document()["paths"] as? [String: [String: [String: Any]]])
    #expect(
      Set(paths.keys).isSuperset(of: [
        "/", "/openapi.json", "/healthz", "/readyz", "/v1/hello", "/v1/token", "/v1/revoke",
        "/v1/sessions", "/v1/sessions/{id}", "/v1/todos",
        "/v1/todos/{id}", "/v1/events", "/v1/idempotency/{key}", "/v1/debug/connections",
        "/v1/debug/requests",
      ]))
    var names: Set<String> = []
    for operation in paths.values.flatMap(\.values) {
      #expect((operation["summary"] as? String)?.isEmpty == false)
      #expect(names.insert(operation["operationId"] as? String ?? "").inserted)
    }
  }

  @Test func `the document leaves out what is not served`() async throws {
    try await TestGateway.serving({ $0.allowsFaults = false }) { gateway async throws in
      #expect(try !gateway.call("GET", "/openapi.json").text.contains("/v1/debug"))
    }
  }

  @Test func `what the document says of a shape's name can be followed`() throws {
    let text = try Shared.gateway.get().call("GET", "/openapi.json").text
    let schemas = (try document()["components"] as? [String: Any])?["schemas"] as? [String: Any]
    for piece in text.components(separatedBy: "#/components/schemas/").dropFirst() {
      let name = String(piece.prefix { $0 != "\"" })
      #expect(schemas?[name] != nil, "\(name) is referred to and not there")
    }
  }

  @Test func `the page has every route, and needs neither network nor script`() throws {
    let answer = try Shared.gateway.get().call("GET", "/")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/html; charset=utf-8")
    #expect(answer["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
    #expect(answer.text.contains("<html lang=\"en\">"))
    for forbidden in ["<script", "http:", "https:", "<img", "<link", "@import", "url("] {
      #expect(!answer.text.contains(forbidden))
    }
    let paths = try #require(try document()["paths"] as? [String: Any])
    for path in paths.keys { #expect(answer.text.contains(path)) }
    for piece in answer.text.components(separatedBy: "href=\"#").dropFirst() {
      let id = piece.prefix { $0 != "\"" }
      #expect(answer.text.contains("id=\"\(id)\""), "no part of the page is called \(id)")
    }
  }

  @Test(arguments: [
    (false, true, nil), (true, true, "stopping"), (false, false, "database-away"),
    (true, false, "stopping"),
  ])
  func `requests are welcome while the database answers and nobody has asked to stop`(
    _ isStopping: Bool, _ isAnswering: Bool, _ code: String?
  ) {
    let refusal = Readiness.refusal(isStopping: isStopping, isDatabaseAnswering: isAnswering)
    #expect(refusal?.code == code)
    #expect(refusal.map { $0.status == 503 && $0.fields[.retryAfter] == "5" } ?? true)
  }

  @Test func `a gateway that serves is alive and ready`() throws {
    let gateway = try Shared.gateway.get()
    #expect(try gateway.call("GET", "/healthz").text == #"{"status":"ok"}"#)
    #expect(try gateway.call("GET", "/readyz").status == 200)
  }
}
