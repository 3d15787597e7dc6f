import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// What a request looks like, and what is kept from one attempt to the next.
@Suite struct SendingTests {
  @Test func `the request is what the endpoint says`() throws {
    let call = try OneCall([ServerAct.json()])
    let context = try CallContext(
      tenant: "acme-1", user: "user|17", requestID: RequestID("abc-1"), language: "ko-KR")
    let endpoint = Endpoint<Thing>.post(
      "/things/\("a/b c")", query: ["q": "가+나&다", "done": true], json: Thing(name: "문"))
    _ = try call.run { try await $0.send(endpoint, context: context) }
    let request = try #require(call.transport.requests.first)
    #expect(request.method == .post)
    #expect(
      request.url.string
        == "https://api.example.com/mobile/things/a%2Fb%20c?q=%EA%B0%80%2B%EB%82%98%26%EB%8B%A4&done=true"
    )
    #expect(request.headers[.contentType] == "application/json")
    #expect(request.headers[.accept] == "application/json")
    #expect(request.headers[.tenantID] == "acme-1")
    #expect(request.headers[.userID] == "user|17")
    #expect(request.headers[.requestID] == "abc-1")
    #expect(request.headers[.acceptLanguage] == "ko-KR")
    #expect(request.headers[.idempotencyKey] == nil)
    #expect(request.body == Array(#"{"name":"문"}"#.utf8))
  }

  @Test func `each call gets a request id of its own, also in its error`() throws {
    let call = try OneCall([ServerAct.response(404)])
    let first = try #require(try call.failure(of: Endpoint<Thing>.get("/thing")))
    let second = try #require(try call.failure(of: Endpoint<Thing>.get("/thing")))
    #expect(first.requestID != second.requestID)
    #expect(
      call.transport.requests.map { $0.headers[.requestID] }
        == [first.requestID?.rawValue, second.requestID?.rawValue])
  }

  @Test func `a key is made once and kept over the attempts`() throws {
    let call = try OneCall([ServerAct.response(503), [.cut], ServerAct.json(status: 201)])
    _ = try call.run {
      try await $0.send(Endpoint<Thing>.post("/things", json: Thing(name: "x"), idempotency: .key))
    }
    let keys = call.transport.requests.map { $0.headers[.idempotencyKey] }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
    #expect(keys[0]?.utf8.count == 32)
  }

  @Test func `a key of the app's own is sent and comes back in the error`() throws {
    let key = try IdempotencyKey("order:17")
    let call = try OneCall([ServerAct.response(500)]) { $0.retry = .never }
    let endpoint = Endpoint<Thing>.post(
      "/things", json: Thing(name: "x"), idempotency: .given(key))
    let failure = try #require(try call.failure(of: endpoint))
    #expect(failure.idempotencyKey == key)
    #expect(failure.outcome == .unknown)
    #expect(call.transport.requests.first?.headers[.idempotencyKey] == "order:17")
  }

  @Test func `a POST without a key is not sent again after 503`() throws {
    let call = try OneCall([
      ServerAct.response(503, [(.retryAfter, "7")]), ServerAct.json(),
    ])
    let endpoint = Endpoint<Thing>.post("/things", json: Thing(name: "x"))
    let failure = try #require(try call.failure(of: endpoint))
    #expect(failure.code == .unavailable)
    #expect(failure.retryAfter == .seconds(7))
    #expect(failure.outcome == .unknown)
    #expect(call.transport.requests.count == 1)
  }

  @Test(arguments: [421, 425]) func `a POST goes again after an answer that did nothing`(
    status: Int
  ) throws {
    let call = try OneCall([ServerAct.response(status), ServerAct.json()])
    _ = try call.run {
      try await $0.send(Endpoint<Thing>.post("/things", json: Thing(name: "x")))
    }
    #expect(call.transport.requests.count == 2)
  }

  @Test func `a key in flight is waited out, not a conflict`() throws {
    let problem = #"{"type":"\#(ProblemDetails.idempotencyKeyInFlight)"}"#
    let busy = ServerAct.json(
      Array(problem.utf8), status: 409, type: "application/problem+json", [(.retryAfter, "2")])
    let call = try OneCall([busy, busy, busy, busy, busy, ServerAct.json(status: 201)])
    _ = try call.run {
      try await $0.send(Endpoint<Thing>.post("/things", json: Thing(name: "x"), idempotency: .key))
    }
    #expect(call.transport.requests.count == 6)
    #expect(call.world.clock.now().nanoseconds >= 10_000_000_000)
  }

  @Test func `a Retry-After past the deadline fails at once with the server's meaning`() throws {
    let call = try OneCall([ServerAct.response(429, [(.retryAfter, "60")])])
    let failure = try #require(try call.failure(of: Endpoint<Thing>.get("/thing")))
    #expect(failure.code == .rateLimited)
    #expect(failure.retryAfter == .seconds(60))
    #expect(call.world.clock.now().nanoseconds == 0)
  }

  @Test func `a Retry-After as a date is kept`() throws {
    let call = try OneCall([[.hold]])
    let date = HTTPDate.format(call.world.wallClock.now().addingTimeInterval(9))
    let dated = try OneCall([ServerAct.response(503, [(.retryAfter, date)]), ServerAct.json()])
    _ = try dated.run { try await $0.send(Endpoint<Thing>.get("/thing")) }
    #expect(dated.world.clock.now().nanoseconds >= 9_000_000_000)
  }

  @Test func `a redirect within the origin keeps the credential`() throws {
    let call = try OneCall([
      ServerAct.response(307, [(.location, "../elsewhere?x=1")]), ServerAct.json(),
    ])
    _ = try call.run { try await $0.send(Endpoint<Thing>.get("/things/1")) }
    let last = try #require(call.transport.requests.last)
    #expect(last.url.string == "https://api.example.com/mobile/elsewhere?x=1")
    #expect(last.headers[.authorization] == "Bearer token-1")
  }

  @Test(arguments: [
    "https://other.example.com/", "https://api.example.com:8443/", "//other.example.com/x",
  ])
  func `a redirect to another origin loses what belongs to this one`(location: String) throws {
    let call = try OneCall([ServerAct.response(308, [(.location, location)]), ServerAct.json()])
    var endpoint = Endpoint<Thing>.put("/thing", json: Thing(name: "x"))
    endpoint.headers = [
      try EndpointHeader("X-Device", "d-1", isSecret: true),
      try EndpointHeader("X-Version", "2", isSecret: false),
    ]
    let context = try CallContext(tenant: "acme-1", user: "user-17")
    _ = try call.run { [endpoint] in try await $0.send(endpoint, context: context) }
    let last = try #require(call.transport.requests.last)
    for name in [HeaderName.authorization, .tenantID, .userID, "X-Device"] {
      #expect(!last.headers.contains(name), "\(name) went along")
    }
    #expect(last.headers["X-Version"] == "2")
    #expect(last.method == .put)
    #expect(last.body == Array(#"{"name":"x"}"#.utf8))
  }

  @Test func `what comes back from another origin is not trusted with a credential again`() throws {
    let call = try OneCall([
      ServerAct.response(307, [(.location, "https://other.example.com/")]),
      ServerAct.response(307, [(.location, "https://api.example.com/mobile/thing")]),
      ServerAct.response(401),
    ])
    #expect(try call.failure(of: Endpoint<Thing>.get("/thing"))?.code == .notAuthenticated)
    #expect(
      call.transport.requests.map { $0.headers.contains(.authorization) } == [true, false, false])
  }

  @Test func `'see other' after a POST is read with GET and without a body`() throws {
    let call = try OneCall([
      ServerAct.response(303, [(.location, "/mobile/things/1")]), ServerAct.json(),
    ])
    _ = try call.run {
      try await $0.send(Endpoint<Thing>.post("/things", json: Thing(name: "x")))
    }
    let last = try #require(call.transport.requests.last)
    #expect(last.method == .get)
    #expect(last.body.isEmpty)
    #expect(!last.headers.contains(.contentType))
  }

  @Test func `a path that can't be used is refused before anything is sent`() throws {
    let call = try OneCall([ServerAct.json()])
    for value in ["", ".", ".."] {
      let failure = try call.failure(of: Endpoint<Void>.delete("/things/\(value)"))
      #expect(failure?.code == .configuration)
      #expect(failure?.outcome == .notSent)
      let reading = try call.failure(of: Endpoint<Thing>.get("/things/\(value)"))
      #expect(reading?.code == .configuration)
      #expect(reading?.outcome == nil)
    }
    #expect(call.transport.performCount == 0)
  }

  @Test func `a trace is passed on, or made if the client makes them`() throws {
    let silent = try OneCall([ServerAct.json()])
    _ = try silent.run { try await $0.send(Endpoint<Thing>.get("/thing")) }
    #expect(silent.transport.requests.first?.headers[.traceParent] == nil)

    let trace = try #require(
      TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
    let passing = try OneCall([ServerAct.response(503), ServerAct.json()])
    _ = try passing.run { client in
      try await CallTrace.$current.withValue(trace) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
    }
    let sent = passing.transport.requests.compactMap { $0.headers[.traceParent] }
      .compactMap(TraceParent.init)
    #expect(sent.map(\.traceID) == [trace.traceID, trace.traceID])
    #expect(Set(sent.map(\.parentID) + [trace.parentID]).count == 3)

    let making = try OneCall([ServerAct.json()]) { $0.makesTraces = true }
    _ = try making.run { try await $0.send(Endpoint<Thing>.get("/thing")) }
    #expect(
      making.transport.requests.first?.headers[.traceParent].flatMap(TraceParent.init) != nil)
  }
}
