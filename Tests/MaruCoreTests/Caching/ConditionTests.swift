import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// Conditions of the app's own, and what changes what is kept.
@Suite struct ConditionTests {
  private func cached() -> Endpoint<Thing> {
    var endpoint = Endpoint<Thing>.get("/thing")
    endpoint.caching = .asServerSays
    return endpoint
  }

  @Test func `a value comes with its head`() throws {
    let call = try OneCall([
      ServerAct.json(
        [
          (.eTag, "\"v7\""), (.location, "/mobile/things/7"),
          ("Link", "</things?page=2>; rel=\"next last\", </x>; title=\"a, b\"; rel=up"),
        ], status: 201)
    ])
    let endpoint = Endpoint<Thing>.post("/things", json: Thing(name: "x"))
    let response = try call.run { try await $0.response(to: endpoint) }
    #expect(response.status == 201)
    #expect(response.eTag == EntityTag("\"v7\""))
    #expect(response.location == "/mobile/things/7")
    #expect(response.links.map(\.target) == ["/things?page=2", "/x"])
    #expect(response.links.map(\.relations) == [["next", "last"], ["up"]])
  }

  @Test func `a write to an older version is refused by its own code`() throws {
    let call = try OneCall([ServerAct.response(412)])
    var endpoint = Endpoint<Thing>.put("/thing", json: Thing(name: "x"))
    endpoint.precondition = .unchanged(since: try #require(EntityTag("\"v1\"")))
    let failure = try #require(try call.failure(of: endpoint))
    #expect(failure.code == .preconditionFailed)
    #expect(failure.outcome == .refused)
    #expect(call.transport.requests.first?.headers["If-Match"] == "\"v1\"")
  }

  @Test func `what must not exist yet is said so`() throws {
    let call = try OneCall([ServerAct.json(status: 201)])
    var endpoint = Endpoint<Thing>.put("/thing", json: Thing(name: "x"))
    endpoint.precondition = .isAbsent
    _ = try call.run { [endpoint] in try await $0.send(endpoint) }
    #expect(call.transport.requests.first?.headers["If-None-Match"] == "*")
  }

  @Test(arguments: [RequestMethod.get, .head])
  func `what must be absent and is there is told by 304, which is a failed precondition`(
    method: RequestMethod
  ) throws {
    let call = try OneCall([ServerAct.response(304, [(.eTag, "\"v1\"")])])
    var endpoint = cached()
    endpoint.method = method
    endpoint.precondition = .isAbsent
    let failure = try #require(try call.failure(of: endpoint))
    #expect(failure.code == .preconditionFailed)
    #expect(failure.status == 304)
    #expect(call.transport.requests.count == 1)
  }

  @Test func `304 to a write that must find nothing is no answer`() throws {
    let call = try OneCall([ServerAct.response(304)])
    var endpoint = Endpoint<Thing>.put("/thing", json: Thing(name: "x"))
    endpoint.precondition = .isAbsent
    #expect(try call.failure(of: endpoint)?.code == .malformedResponse)
  }

  @Test func `the app's own version is told apart from a new value`() throws {
    let tag = try #require(EntityTag("\"v1\""))
    let same = try OneCall([ServerAct.response(304, [(.eTag, "\"v1\"")])])
    let none = try same.run { try await $0.response(to: cached(), unlessStill: tag) }
    #expect(none == nil)
    #expect(same.transport.requests.first?.headers["If-None-Match"] == "\"v1\"")
    let other = try OneCall([ServerAct.json([(.eTag, "\"v2\"")])])
    let new = try other.run { try await $0.response(to: cached(), unlessStill: tag) }
    #expect(new?.value.name == "마루")
    #expect(new?.eTag == EntityTag("\"v2\""))
  }

  @Test func `a 304 makes what is kept fresh again`() throws {
    let call = try OneCall([
      ServerAct.json([(.cacheControl, "max-age=10"), (.eTag, "\"v1\"")]),
      ServerAct.response(304, [(.cacheControl, "max-age=100"), (.eTag, "\"v1\"")]),
      ServerAct.response(500),
    ])
    let sources = try call.run { [world = call.world, endpoint = cached()] client in
      var sources: [AnswerSource] = []
      for wait in [0, 20, 90] {
        try await world.sleep(for: .seconds(wait))
        sources.append(try await client.response(to: endpoint).source)
      }
      return sources
    }
    #expect(sources == [.server, .revalidated, .kept])
  }

  @Test func `a 304 about another version is not believed`() throws {
    let call = try OneCall([
      ServerAct.json([(.eTag, "\"v1\"")]), ServerAct.response(304, [(.eTag, "\"v2\"")]),
      ServerAct.json(),
    ])
    try call.run { [endpoint = cached()] client in
      _ = try await client.send(endpoint)
      await #expect(throws: CallError(.malformedResponse, at: .judgement, reason: "")) {
        _ = try await client.send(endpoint)
      }
      let source = try await client.response(to: endpoint).source
      #expect(source == .server)
    }
    #expect(call.transport.requests.last?.headers["If-None-Match"] == nil)
  }

  @Test func `a 304 that forbids keeping ends it`() throws {
    let call = try OneCall([
      ServerAct.json([(.eTag, "\"v1\"")]), ServerAct.response(304, [(.cacheControl, "no-store")]),
      ServerAct.json(),
    ])
    try call.run { [endpoint = cached()] client in
      for expected in [AnswerSource.server, .revalidated, .server] {
        let source = try await client.response(to: endpoint).source
        #expect(source == expected)
      }
    }
  }

  @Test(arguments: [(200, AnswerSource.server), (204, .server), (404, .kept), (500, .kept)])
  func `a write that was done drops what is kept`(status: Int, expected: AnswerSource) throws {
    let call = try OneCall([
      ServerAct.json([(.cacheControl, "max-age=60")]), ServerAct.response(status),
      ServerAct.json(),
    ]) { $0.retry = .never }
    try call.run { [endpoint = cached()] client in
      _ = try await client.send(endpoint)
      _ = try? await client.send(Endpoint<Void>.put("/thing", json: Thing(name: "x")))
      let source = try await client.response(to: endpoint).source
      #expect(source == expected)
    }
  }

  @Test func `another language is another answer`() throws {
    let call = try OneCall([ServerAct.json([(.cacheControl, "max-age=60")])])
    try call.run { [endpoint = cached()] client in
      let korean = try CallContext(language: "ko-KR")
      let english = try CallContext(language: "en")
      for (context, expected) in [
        (korean, AnswerSource.server), (korean, .kept), (english, .server),
      ] {
        let source = try await client.response(to: endpoint, context: context).source
        #expect(source == expected)
      }
    }
  }

  @Test func `what is larger than all room is not kept, and room is bounded`() throws {
    let name = String(repeating: "x", count: 10_000)
    let large = ServerAct.json(
      Array(#"{"name":"\#(name)"}"#.utf8), [(.cacheControl, "max-age=60")])
    let call = try OneCall([large]) { $0.limits.maximumKeptBytes = 25_000 }
    let sources = try call.run { client in
      var sources: [AnswerSource] = []
      for number in [1, 2, 3, 3, 2, 1] {
        var endpoint = Endpoint<Thing>.get("/things/\(number)")
        endpoint.caching = .asServerSays
        sources.append(try await client.response(to: endpoint).source)
      }
      return sources
    }
    #expect(sources == [.server, .server, .server, .kept, .kept, .server])
    let tight = try OneCall([large]) { $0.limits.maximumKeptBytes = 9_999 }
    try tight.run { [endpoint = cached()] client in
      _ = try await client.send(endpoint)
      let source = try await client.response(to: endpoint).source
      #expect(source == .server)
    }
  }

  @Test func `the room is for heads as well as for bodies`() throws {
    let head = ServerAct.json([
      (.cacheControl, "max-age=60"), ("X-Padding", String(repeating: "x", count: 10_000)),
    ])
    let call = try OneCall([head]) { $0.limits.maximumKeptBytes = 25_000 }
    let sources = try call.run { client in
      var sources: [AnswerSource] = []
      for number in [1, 2, 3, 3, 1] {
        var endpoint = Endpoint<Thing>.get("/things/\(number)")
        endpoint.caching = .asServerSays
        sources.append(try await client.response(to: endpoint).source)
      }
      return sources
    }
    #expect(sources == [.server, .server, .server, .kept, .server])
  }

  @Test func `a secret field of an endpoint tells who is asking`() throws {
    let call = try OneCall([ServerAct.json([(.cacheControl, "max-age=60")])])
    try call.run { client in
      for (key, expected) in [
        (nil, AnswerSource.server), ("one", .server), ("one", .kept), ("two", .server),
        (nil, .server),
      ] {
        var endpoint = Endpoint<Thing>.get("/thing", credential: .none)
        endpoint.caching = .asServerSays
        if let key { endpoint.headers = [try EndpointHeader("X-Api-Key", key, isSecret: true)] }
        let source = try await client.response(to: endpoint).source
        #expect(source == expected)
      }
    }
  }

  @Test func `what is kept can be forgotten`() throws {
    let call = try OneCall([ServerAct.json([(.cacheControl, "max-age=60")])])
    try call.run { [endpoint = cached()] client in
      _ = try await client.send(endpoint)
      client.forgetKeptAnswers()
      let source = try await client.response(to: endpoint).source
      #expect(source == .server)
    }
  }

  @Test func `what was asked for before a write is not kept after it`() throws {
    let slow: [ServerAct] =
      [.pause(.seconds(2))] + ServerAct.json([(.cacheControl, "max-age=60")])
    let call = try OneCall([slow, ServerAct.response(204), ServerAct.json()])
    let source = try call.run { [world = call.world, endpoint = cached()] client in
      async let first = client.send(endpoint)
      try await world.sleep(for: .seconds(1))
      try await client.send(Endpoint<Void>.put("/thing", json: Thing(name: "x")))
      _ = try await first
      return try await client.response(to: endpoint).source
    }
    #expect(source == .server)
  }
}
