import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// A client that can't work is refused when it is made (CALL-6).
@Suite struct ConfigurationTests {
  @Test(arguments: [
    "http://api.example.com", "ftp://api.example.com", "api.example.com", "https://",
    "https://user@api.example.com", "https://user:password@api.example.com",
    "https://api.example.com?x=1", "https://api.example.com/#top", "http://127.0.0.1.example.com",
    "http://localhost.example.com", "file:///etc/passwd", "https://api.example.com:0",
  ])
  func `an address that is not safe is refused`(address: String) throws {
    let url = try #require(URL(string: address))
    for plainHTTP in [MaruClient.Configuration.PlainHTTP.refused, .allowedToLoopback] {
      #expect(throws: CallError(.configuration, at: .preparation, reason: "")) {
        try MaruClient.Configuration(baseURL: url, plainHTTP: plainHTTP)
      }
    }
  }

  @Test(arguments: ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:9/api"])
  func `plain http to this machine must be asked for`(address: String) throws {
    let url = try #require(URL(string: address))
    #expect(throws: CallError.self) { try MaruClient.Configuration(baseURL: url) }
    _ = try MaruClient.Configuration(baseURL: url, plainHTTP: .allowedToLoopback)
  }

  @Test func `limits that let no call through are refused`() throws {
    let changes: [(inout MaruClient.Configuration) -> Void] = [
      { $0.limits.deadline = .zero }, { $0.limits.attempt = .seconds(-1) },
      { $0.limits.connect = .zero }, { $0.limits.idle = .zero },
      { $0.limits.maximumRedirects = -1 }, { $0.limits.maximumResponseBytes = -1 },
      { $0.retry.maximumAttempts = 0 }, { $0.retry.budgetBurst = -1 },
    ]
    for change in changes {
      #expect(throws: CallError.self) { _ = try OneCall([], configure: change) }
    }
  }

  @Test func `no message shows the address`() throws {
    let url = try #require(URL(string: "http://internal-host.example/path?token=1"))
    do {
      _ = try MaruClient.Configuration(baseURL: url)
      Issue.record("it was accepted")
    } catch {
      #expect(!"\(error)".contains("internal-host"))
      #expect(!"\(error)".contains("token"))
    }
  }

  @Test func `numbers at their largest end no process`() throws {
    let call = try OneCall([ServerAct.response(503)]) {
      $0.limits.deadline = .seconds(Int64.max)
      $0.limits.attempt = .seconds(Int64.max)
      $0.limits.connect = .seconds(Int64.max)
      $0.limits.idle = .seconds(Int64.max)
      $0.limits.maximumResponseBytes = .max
      $0.limits.maximumHeadBytes = .max
      $0.limits.maximumKeptBytes = .max
      $0.limits.maximumRedirects = .max
      $0.retry.maximumAttempts = 9
      $0.retry.baseDelay = .seconds(Int64.max)
      $0.retry.maximumDelay = .seconds(3600)
      $0.retry.budgetBurst = .max
    }
    #expect(try call.failure(of: Endpoint<Thing>.get("/thing"))?.code == .unavailable)
    #expect(call.transport.requests.count == 9)
  }

  @Test func `a client shows neither its address nor what it keeps`() throws {
    let call = try OneCall([ServerAct.json([(.eTag, "\"v1\"")])])
    let context = try CallContext(tenant: "tenant-of-ours")
    _ = try call.run { client in
      var endpoint = Endpoint<Thing>.get("/thing")
      endpoint.caching = .revalidated
      return try await client.send(endpoint, context: context)
    }
    struct Service { let client: MaruClient }
    for shown in printedForms(of: Service(client: call.client)) {
      #expect(!shown.contains("example") && !shown.contains("tenant-of-ours"))
      #expect(!shown.contains("- \(Thing.json[0])\n"))
    }
    #expect("\(call.client)" == "client of https://‹redacted›, running calls: 0")
  }
}
