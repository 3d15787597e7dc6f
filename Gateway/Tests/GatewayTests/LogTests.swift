import Foundation
import Testing

@Suite struct LogTests {
  @Test func `no planted secret reaches the log, by whatever way it came`() async throws {
    try await TestGateway.serving { gateway async throws in
      let secret = "planted-7f3a9c"
      let token = try gateway.signIn()
      var tokens = [token.string("access_token"), token.string("refresh_token")]
      _ = try gateway.refresh(tokens[1])
      for path in ["/v1/todos/\(secret)", "/v1/todos?cursor=\(secret)", "/\(secret)"] {
        _ = try gateway.call("GET", path, token: tokens[0])
      }
      let json = #"{"title":"\#(secret)"}"#
      let made = try gateway.call(
        "POST", "/v1/todos", token: tokens[0], json: json,
        ["Idempotency-Key": secret, "Cookie": secret, "X-Other": secret])
      #expect(made.status == 201)
      _ = try gateway.call("POST", "/v1/todos", token: tokens[0], json: #"{"t":"\#(secret)"#)
      _ = try gateway.call("GET", "/v1/todos", token: secret)
      _ = try gateway.call("GET", "/v1/idempotency/\(secret)", token: tokens[0])
      _ = try gateway.call(
        "POST", "/v1/token", form: "grant_type=password&username=\(secret)&password=\(secret)")
      let planted = "username=minji&password=maru-demo&device=\(secret)"
      let session = try gateway.call("POST", "/v1/token", form: "grant_type=password&\(planted)")
      #expect(session.status == 200)
      tokens += [session.string("access_token"), session.string("refresh_token")]
      for _ in 0..<2 {
        let next = try gateway.refresh(tokens.last ?? "")
        tokens += [next.string("access_token"), next.string("refresh_token")]
      }
      // A reuse, which is logged; and all that a client can be told about tokens.
      var said = try [
        gateway.refresh(session.string("refresh_token")), gateway.refresh(secret),
        gateway.call("GET", "/v1/todos", token: tokens.last), gateway.call("GET", "/v1/\(secret)"),
        gateway.call("DELETE", "/v1/sessions/\(secret)", token: tokens[0]),
        gateway.call("POST", "/v1/revoke", form: "token=\(secret)"),
        gateway.call("POST", "/v1/revoke", form: "token=\(tokens[3])&client_secret=\(secret)"),
        gateway.call("POST", "/v1/token", form: "grant_type=\(secret)"),
      ]
      for _ in 0..<12 {
        said.append(
          try gateway.call(
            "POST", "/v1/token", form: "grant_type=password&username=\(secret)&password=\(secret)"))
      }
      #expect(said.last?.status == 429)
      for answer in said {
        let text = answer.text + answer.fields.map { "\($0.name): \($0.value)" }.joined()
        for planted in tokens + [secret] { #expect(!text.contains(planted)) }
      }
      let connection = try RawConnection(port: gateway.port)
      connection.send("GET /\(secret) HTTP/1.1\r\nHost: \(secret)\r\n \(secret)\r\n\r\n")
      #expect(connection.answer()?.status == 400)
      let log = gateway.log
      for planted in tokens + [secret, "maru-demo", "minji"] {
        #expect(!log.contains(planted))
      }
      #expect(log.contains(#""route":"/v1/todos/{id}""#))
      #expect(log.components(separatedBy: "used against the rules").count == 2)
    }
  }

  @Test func `each line is an object with the fields that are promised`() async throws {
    try await TestGateway.serving { gateway async throws in
      _ = try gateway.call("GET", "/v1/hello", ["X-Request-ID": "log-1"])
      let line = try #require(
        gateway.log.split(separator: "\n").last { $0.contains("log-1") })
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(
        Set(object.keys) == [
          "time", "level", "event", "requestID", "method", "route", "status", "milliseconds",
          "bytes",
        ])
      #expect(object["status"] as? Int == 200)
      #expect(object["bytes"] as? Int == 19)
    }
  }
}
