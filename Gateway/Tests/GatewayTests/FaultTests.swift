import Foundation
import GatewayApp
import Testing

@Suite struct FaultTests {
  private func fault(_ text: String) -> [String: String] { ["Maru-Fault": text] }

  @Test func `a fault of so many times lets the next request through`() throws {
    let gateway = try Shared.gateway.get()
    let id = UUID().uuidString
    let fields = fault("status; code=503; retry-after=1; times=2; id=\(id)")
    var statuses: [Int] = []
    for _ in 0..<3 {
      let answer = try gateway.call("GET", "/v1/hello", fields)
      statuses.append(answer.status)
      if answer.status == 503 { #expect(answer["Retry-After"] == "1") }
    }
    #expect(statuses == [503, 503, 200])
  }

  @Test func `a redirect goes where it is told, with the work undone`() throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.call(
      "POST", "/v1/todos", fault("redirect; to=http://127.0.0.1:1/x?a=b; code=308"))
    #expect(answer.status == 308)
    #expect(answer["Location"] == "http://127.0.0.1:1/x?a=b")
  }

  @Test func `a web page comes where JSON was promised`() throws {
    let answer = try Shared.gateway.get().call("GET", "/v1/hello", fault("html"))
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/html; charset=utf-8")
  }

  @Test func `a cut body promises more than it has`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    connection.send(TestGateway.request("GET", "/v1/hello", fault("cut-body; bytes=10")))
    let all = try #require(connection.rest())
    let text = String(decoding: all, as: UTF8.self)
    #expect(text.contains("Content-Length: 19\r\n"))
    #expect(text.hasSuffix("\r\n\r\n{\"message\""))
  }

  @Test func `a dropped answer has not one byte`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    connection.send(TestGateway.request("GET", "/v1/hello", fault("drop-answer")))
    #expect(connection.rest() == [])
  }

  @Test func `a revoked token looks like an expired one`() throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.call(
      "GET", "/v1/todos", token: try gateway.token(), fault("revoke"))
    #expect(answer.status == 401)
    #expect(answer["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
    #expect(Fault("revoke; ms=40")?.kind == .revoke(after: .milliseconds(40)))
    #expect(Fault("revoke")?.kind == .revoke(after: .zero))
  }

  @Test(arguments: [
    "nonsense", "status", "status; code=9", "delay; ms=x", "revoke; ms=-1", "html; times=x", "",
  ])
  func `a fault that cannot be read is said to be so`(_ text: String) throws {
    let answer = try Shared.gateway.get().call("GET", "/v1/hello", fault(text))
    #expect(answer.status == 400)
    #expect(answer.string("code") == "malformed-fault")
  }

  @Test func `without the flag there are neither faults nor debug routes`() async throws {
    try await TestGateway.serving({ $0.allowsFaults = false }) { gateway async throws in
      #expect(try gateway.call("GET", "/v1/hello", fault("status; code=503")).status == 200)
      #expect(try gateway.call("GET", "/v1/hello", fault("nonsense")).status == 200)
      #expect(try gateway.call("GET", "/v1/debug/connections").status == 404)
      #expect(try gateway.call("GET", "/v1/debug/requests?id=a").status == 404)
    }
  }

  @Test func `what arrived under a request id can be asked, by names only`() throws {
    let gateway = try Shared.gateway.get()
    let id = UUID().uuidString
    let token = try gateway.token()
    _ = try gateway.call("GET", "/v1/todos", token: token, ["X-Request-ID": id])
    _ = try gateway.call("GET", "/v1/hello", ["X-Request-ID": id, "X-Planted": "secret"])
    let answer = try gateway.call("GET", "/v1/debug/requests?id=\(id)")
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]])
    #expect(list.map { $0["route"] as? String } == ["/v1/todos", "/v1/hello"])
    #expect(list.map { $0["authorized"] as? Bool } == [true, false])
    #expect(list.map { $0["status"] as? Int } == [200, 200])
    #expect((list.last?["headers"] as? [String])?.contains("X-Planted") == true)
    #expect(!answer.text.contains("secret"))
    #expect(!answer.text.contains(token))
  }

  @Test func `a fault's field is read in all its parts`() throws {
    let fault = try #require(Fault(" status ; code=429;retry-after=2; times=3; id=a b "))
    #expect(fault.kind == .status(429, retryAfter: "2"))
    #expect(fault.times == 3)
    #expect(fault.id == "a b")
    let redirect = Fault("redirect; to=https://a/?x=1")
    #expect(redirect?.kind == .redirect(to: "https://a/?x=1", status: 307))
  }
}
