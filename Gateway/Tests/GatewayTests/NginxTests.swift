import Foundation
import GatewayApp
import Testing

/// The deployed configuration, run by nginx.
@Suite(
  .serialized,
  .enabled(if: NginxProcess.missing == nil, "not here: \(NginxProcess.missing ?? "nothing")"))
struct NginxTests {
  private func through(
    _ body: (NginxProcess, TestGateway) throws -> Void
  ) async throws {
    try await TestGateway.serving({ $0.isBehindProxy = true }) { gateway async throws in
      try body(try NginxProcess(before: gateway.port), gateway)
    }
  }

  @Test func `a request goes through TLS and HTTP/2, with its name, without its fault`()
    async throws
  {
    try await through { nginx, gateway in
      let hello = try nginx.call(
        "/v1/hello",
        ["--http2", "-H", "X-Request-ID: mine-1", "-H", "Maru-Fault: status; code=418"])
      #expect(hello.status == 200)
      #expect(hello["X-Request-ID"] == "mine-1")
      #expect(hello["Strict-Transport-Security"] != nil)
      #expect(gateway.log.contains("mine-1"))
      let bad = try nginx.call("/v1/hello", ["-H", "X-Request-ID: a b"])
      #expect(bad["X-Request-ID"]?.count == 32)
      let token = try nginx.call(
        "/v1/token", ["-d", "grant_type=password&username=minji&password=maru-demo"]
      ).string("access_token")
      let list = try nginx.call("/v1/todos", ["-H", "Authorization: Bearer \(token)"])
      #expect(list.status == 200)
      let moved = try nginx.call("/v1/hello?a=b", plain: true)
      #expect(moved.status == 308)
      #expect(moved["Location"]?.hasPrefix("https://gateway.example.com/v1/hello?a=b") == true)
    }
  }

  @Test func `a body over the limit, too many sign-ins and what is not for the world are refused`()
    async throws
  {
    try await through { nginx, _ in
      let large = try nginx.call(
        "/v1/todos",
        ["-H", "Expect:", "-d", String(repeating: "x", count: 100_000)]
          + Array(repeating: ["-d", String(repeating: "x", count: 100_000)], count: 11).flatMap {
            $0
          })
      #expect(large.status == 413)
      #expect(large.string("code") == "body-too-large")
      #expect(large["Content-Type"] == "application/problem+json")
      for path in ["/readyz", "/v1/debug/connections"] {
        #expect(try nginx.call(path).string("code") == "not-found")
      }
      // On one connection: the limit fills up meanwhile.
      let answers = try nginx.calls(
        "/v1/token?[1-60]", ["-d", "grant_type=refresh_token&refresh_token=a"])
      #expect(answers.filter { $0.status == 400 }.count >= 21)
      let refused = answers.first { $0.status == 429 }
      let answer = try #require(refused)
      #expect(answer["Retry-After"] == "1")
      #expect(answer.string("code") == "too-many-requests")
    }
  }

  @Test func `events come through at once, and a client's last id goes through`() async throws {
    try await through { nginx, gateway in
      let token = try gateway.token()
      let fields = ["-H", "Authorization: Bearer \(token)", "-N"]
      let start = try nginx.call("/v1/events?follow=false", fields)
      let id = try #require(
        start.text.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
      _ = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"through"}"#)
      // curl is told to leave; a proxy that keeps what it gets would have given it nothing by then.
      let live = try nginx.call(
        "/v1/events", fields + ["-H", "Last-Event-ID: \(id)", "--max-time", "2"])
      #expect(live.status == 200)
      #expect(live["Content-Type"] == "text/event-stream")
      #expect(live.text.contains("event: todo.created\n"))
      #expect(live.text.contains("through"))
    }
  }

  @Test func `a gateway that is away is told as a problem, and nothing of nginx`() throws {
    let answer = try NginxProcess(before: NginxProcess.freePort()).call("/v1/hello")
    #expect(answer.status == 503)
    #expect(answer["Retry-After"] == "5")
    #expect(answer.string("code") == "gateway-away")
    #expect(answer["Server"] == "nginx")
    #expect(!answer.text.contains("nginx"))
  }
}
