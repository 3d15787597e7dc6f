import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// A client with a store of cookies, and without.
@Suite struct `A client's cookies` {
  private static func answer(
    _ cookies: [String], status: Int = 200, to location: String? = nil
  ) -> [ServerAct] {
    var fields = cookies.map { (HeaderName.setCookie, $0) }
    if let location { fields.append((.location, location)) }
    return ServerAct.json(fields, status: status)
  }

  /// Makes calls one after the other and returns what each request carried.
  private func carried(
    _ answers: [[ServerAct]], calls: Int = 2, endpoint: Endpoint<Thing> = .get("/thing"),
    credentials: (any CredentialProvider)? = nil, hasStore: Bool = true
  ) throws -> (fields: [String?], store: CookieStore?) {
    let wall = Locked<CookieStore?>(nil)
    let call = try OneCall(answers, credentials: credentials) { configuration in
      guard hasStore else { return }
      let store = CookieStore(wallClock: FixedClock())
      configuration.cookies = store
      wall.withLock { $0 = store }
    }
    var endpoint = endpoint
    if credentials == nil { endpoint.credential = .none }
    try call.run { [endpoint] client in
      for _ in 0..<calls { _ = try? await client.send(endpoint) }
    }
    return (call.transport.requests.map { $0.headers[.cookie] }, wall.withLock { $0 })
  }

  private struct FixedClock: WallClock {
    func now() -> Date { Date(timeIntervalSince1970: 1_767_225_600) }
  }

  @Test func `are none unless it is given a store`() throws {
    let seen = try carried([Self.answer(["sid=1; Path=/"])], hasStore: false)
    #expect(seen.fields == [nil, nil])
  }

  @Test func `are set by one answer and go with the next call`() throws {
    let seen = try carried([Self.answer(["sid=1; Path=/; Secure; HttpOnly", "b=2; Path=/x"])])
    #expect(seen.fields == [nil, "sid=1"])
  }

  @Test(arguments: [400, 401, 403, 404, 500, 503, 204, 418])
  func `are set whatever the status says`(status: Int) throws {
    let seen = try carried(
      [Self.answer(["sid=1; Path=/"], status: status), Self.answer([])],
      endpoint: .post("/thing", json: Thing(name: "x")))
    #expect(seen.fields.last == "sid=1")
  }

  @Test func `are set although the body fails`() throws {
    var acts = Self.answer(["sid=1; Path=/"])
    acts[acts.count - 1] = .cut
    acts[1] = .body(Array("{".utf8))
    let seen = try carried(
      [acts, Self.answer([])], endpoint: .post("/thing", json: Thing(name: "x")))
    #expect(seen.fields == [nil, "sid=1"])
  }

  @Test func `are worked out anew for each attempt`() throws {
    let seen = try carried(
      [
        Self.answer(["sid=1; Path=/"], status: 503), Self.answer(["sid=2; Path=/"], status: 503),
        Self.answer([]),
      ], calls: 1)
    #expect(seen.fields == [nil, "sid=1", "sid=2"])
  }

  @Test func `go with the attempt behind a refreshed credential`() throws {
    let seen = try carried(
      [Self.answer(["sid=1; Path=/"], status: 401), Self.answer([])], calls: 1,
      credentials: Keyring())
    #expect(seen.fields == [nil, "sid=1"])
  }

  @Test func `are worked out anew for each hop`() throws {
    let seen = try carried(
      [
        Self.answer(["deep=1; Path=/mobile/thing", "sid=2; Path=/"], status: 307, to: "/other"),
        Self.answer(["sid=3; Path=/"], status: 302, to: "/mobile/thing/x"), Self.answer([]),
      ], calls: 1)
    #expect(seen.fields == [nil, "sid=2", "deep=1; sid=3"])
  }

  @Test func `stay at home when a redirect leads elsewhere`() throws {
    let seen = try carried(
      [
        Self.answer(["sid=1; Path=/; Domain=api.example.com"]),
        Self.answer([], status: 307, to: "https://other.example/x"),
        Self.answer(["theirs=1", "all=2; SameSite=None; Secure"]),
        Self.answer([], status: 307, to: "https://other.example/x"), Self.answer([]),
      ], calls: 3)
    #expect(seen.fields == [nil, "sid=1", nil, "sid=1", "all=2"])
    #expect(seen.store?.cookies.map(\.name) == ["sid", "all"])
  }

  @Test func `of a domain go along within the site`() throws {
    let seen = try carried(
      [
        Self.answer(
          ["sid=1; Path=/", "wide=2; Path=/; Domain=example.com"], status: 307,
          to: "https://www.example.com/x"), Self.answer([]),
      ], calls: 1)
    #expect(seen.fields == [nil, "wide=2"])
  }

  @Test func `can't be set by an endpoint`() {
    for name in [HeaderName.cookie, "Set-Cookie", "COOKIE"] {
      #expect(throws: InvalidIdentifier.self) { try EndpointHeader(name, "a=1", isSecret: true) }
    }
  }

  @Test func `are each store's own`() throws {
    let one = try carried([Self.answer(["sid=1; Path=/"])])
    let other = try carried([Self.answer([])])
    #expect(one.store?.cookies.count == 1)
    #expect(other.store?.cookies.count == 0)
    #expect(other.fields == [nil, nil])
  }

  @Test func `that were cleared are not brought back by a late answer`() throws {
    let late = [ServerAct.pause(.seconds(2))] + Self.answer(["sid=2; Path=/"])
    let store = Locked<CookieStore?>(nil)
    let call = try OneCall(
      [Self.answer(["sid=1; Path=/"]), late, Self.answer([])], credentials: nil
    ) {
      let cookies = CookieStore(wallClock: FixedClock())
      $0.cookies = cookies
      store.withLock { $0 = cookies }
    }
    var endpoint = Endpoint<Thing>.get("/thing")
    endpoint.credential = .none
    try call.run { [world = call.world, endpoint] client in
      _ = try await client.send(endpoint)
      async let slow = client.send(endpoint)
      try await world.sleep(for: .seconds(1))
      store.withLock { $0 }?.removeAll()
      _ = try await slow
      _ = try await client.send(endpoint)
    }
    #expect(call.transport.requests.map { $0.headers[.cookie] } == [nil, "sid=1", nil])
  }

  @Test func `end by the wall clock`() throws {
    let world = SimulatedWorld(seed: 1)
    let store = CookieStore(wallClock: world.wallClock)
    let url = try RequestURL("https://api.example.com/")
    let cookie = try Cookie(
      name: "a", value: CookieValue("1"), domain: "api.example.com", isHostOnly: true,
      expires: world.wallClock.now().addingTimeInterval(10), isSecure: true, isHTTPOnly: true)
    #expect(store.insert([cookie], for: url) == [.stored(evicted: 0)])
    #expect(store.cookies(for: url) == [cookie])
    world.wallClock.set(to: world.wallClock.now().addingTimeInterval(10))
    #expect(store.cookies(for: url) == [])
    #expect(store.findings().map(\.kind) == [.expired])
    #expect(store.remove([CookieScope(domain: "api.example.com", name: "a")]) == [1])
  }

  @Test func `show no value in any way`() throws {
    let seen = try carried([Self.answer(["sid=s3cr3t; Path=/", "s3cr3t; Domain=com"])])
    let store = try #require(seen.store)
    let call = try OneCall([Self.answer([])]) { $0.cookies = store }
    var configuration = try MaruClient.Configuration(
      baseURL: try #require(URL(string: "https://api.example.com")))
    configuration.cookies = store
    let request = CookieRequest(to: try RequestURL("https://api.example.com/"))
    let values: [Any] = [
      store, store.cookies, store.report(for: request), store.findings(), call.client,
      configuration,
    ]
    for value in values {
      for shown in printedForms(of: value) {
        #expect(!shown.contains("s3cr3t"), "\(type(of: value))")
      }
    }
  }
}
