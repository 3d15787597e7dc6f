import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// AUTH-10, AUTH-13: what goes with the session is what the app has named, and nothing else.
@Suite struct SessionCookiesTests {
  /// A session that has cookies, beside strangers' that are named alike.
  struct Scene {
    let one: OneSession
    let cookies: CookieStore
    let archive: CookieArchive

    static let strangers = ["sidebar", "insider", "SID", "sid", "sid"]

    init(
      _ answers: [OneSession.Answer] = [.grant()], isKept: Bool = true,
      recovery: TokenSession.RotationRecovery = .sendsAgain
    ) throws {
      let places = Locked<(CookieStore, CookieArchive)?>(nil)
      one = try OneSession(answers, recovery: recovery) { world, secrets in
        let cookies = CookieStore(wallClock: world.wallClock)
        let archive = try CookieArchive(in: secrets, namespace: SecretNamespace("sessions"))
        places.withLock { $0 = (cookies, archive) }
        return SessionCookies(
          [
            CookieScope(domain: "api.example.com", name: "sid"),
            CookieScope(domain: "api.example.com", path: "/v1", name: "csrf"),
          ], in: cookies, archive: isKept ? archive : nil)
      }
      (cookies, archive) = try #require(places.withLock { $0 })
      let own = try RequestURL("https://api.example.com/v1")
      let other = try RequestURL("https://other.example.com/v1")
      cookies.insert(
        try ["sid", "sidebar", "insider", "SID"].map { try Self.cookie($0) }, for: own)
      cookies.insert(
        [try Self.cookie("csrf", path: "/v1"), try Self.cookie("sid", path: "/v1")], for: own)
      cookies.insert([try Self.cookie("sid", domain: "other.example.com")], for: other)
      #expect(cookies.cookies.count == 7)
    }

    static func cookie(
      _ name: String, domain: String = "api.example.com", path: String = "/"
    ) throws -> Cookie {
      try Cookie(
        name: name, value: CookieValue("secret-\(name)"), domain: domain, isHostOnly: true,
        path: path, expires: nil, isSecure: true, isHTTPOnly: true, sameSite: nil)
    }

    var names: [String] { cookies.cookies.map(\.name) }

    /// What a restart would find.
    func kept() async throws -> [String]? {
      let fresh = CookieStore(wallClock: one.world.wallClock)
      return try await archive.restore(into: fresh).map { _ in fresh.cookies.map(\.name) }
    }
  }

  @Test func `sign-out takes out exactly what is named, in memory and where it is kept`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await scene.archive.save(scene.cookies, withSession: true)
      try await session.signOut()
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
    #expect(scene.names == Scene.strangers)
  }

  @Test func `they have gone from memory before sign-out waits for anything`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      scene.one.store.faults = .none
      async let signOut: Void = session.signOut()
      // The record's deletion takes its time; the session's state tells that it has begun.
      for await state in session.states where state == .signedOut { break }
      #expect(scene.names == Scene.strangers)
      try await signOut
    }
  }

  @Test(arguments: [true, false])
  func `turning to another account leaves none of the first one's`(_ signsIn: Bool) throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await scene.archive.save(scene.cookies, withSession: true)
      let bob = try OneSession.account("bob")
      if signsIn {
        try await session.signIn(OneSession.grant(9), as: bob)
      } else {
        session.turn(to: bob)
      }
      #expect(scene.names == Scene.strangers)
      try await scene.one.world.sleep(for: .seconds(60))
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
  }

  @Test func `signing in again as the same account keeps them`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await session.signIn(OneSession.grant(9), as: OneSession.account("ann"))
    }
    #expect(scene.names.count == 7)
  }

  @Test func `a session that the server has ended takes them along`() throws {
    let scene = try Scene([.fail(.refused)])
    try scene.one.run { session in
      try await scene.archive.save(scene.cookies, withSession: true)
      await #expect(throws: CredentialRefused.self) { try await session.credential() }
      #expect(scene.names == Scene.strangers)
      try await scene.one.world.sleep(for: .seconds(60))
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
  }

  @Test func `a record that another process has deleted takes them along`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      try await scene.archive.save(scene.cookies, withSession: true)
      try await scene.one.store.delete(OneSession.account("ann").key)
      let credential = try await session.credential()
      #expect(credential == nil)
      #expect(scene.names == Scene.strangers)
      try await scene.one.world.sleep(for: .seconds(60))
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
  }

  @Test func `a sign-out that fails hands none to the next account`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await scene.archive.save(scene.cookies, withSession: true)
      scene.one.store.isLocked = true
      await #expect(throws: SecretStoreError.self) { try await session.signOut() }
      scene.one.store.isLocked = false
      try await session.signIn(OneSession.grant(10), as: OneSession.account("bob"))
      try await scene.one.world.sleep(for: .seconds(60))
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
  }

  @Test func `a sign-in that can't be stored leaves none behind`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await scene.archive.save(scene.cookies, withSession: true)
      scene.one.store.isLocked = true
      await #expect(throws: SecretStoreError.self) {
        try await session.signIn(OneSession.grant(9), as: OneSession.account("ann"))
      }
      scene.one.store.isLocked = false
      #expect(scene.names == Scene.strangers)
      try await session.signIn(OneSession.grant(10), as: OneSession.account("bob"))
      try await scene.one.world.sleep(for: .seconds(60))
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
  }

  @Test func `a refresh that fails for the network takes none`() throws {
    let scene = try Scene([.fail(.transient())])
    try scene.one.run { session in
      await #expect(throws: CallError.self) { try await session.credential() }
    }
    #expect(scene.names.count == 7)
  }

  @Test func `a locked device is told, and signing out again finishes it`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await scene.archive.save(scene.cookies, withSession: true)
      scene.one.store.isLocked = true
      await #expect(throws: SecretStoreError.self) { try await session.signOut() }
      #expect(scene.names == Scene.strangers)
      scene.one.store.isLocked = false
      try await session.signOut()
      let kept = try await scene.kept()
      #expect(kept == Scene.strangers)
    }
  }

  @Test func `what is damaged is erased, so that nobody stays signed in by it`() throws {
    let scene = try Scene()
    try scene.one.run { session in
      _ = try await session.credential()
      try await scene.archive.save(scene.cookies, withSession: true)
      let piece = try SecretKey("cookies.b.0", in: SecretNamespace("sessions"))
      #expect(scene.one.store.value(of: piece) != nil)
      scene.one.store.set(Sensitive([1, 2, 3]), for: piece)
      try await session.signOut()
      let kept = try await scene.kept()
      #expect(kept == nil)
      #expect(scene.one.store.value(of: piece) == nil)
    }
  }

  @Test func `without an archive memory is all there is`() throws {
    let scene = try Scene(isKept: false)
    try scene.one.run { session in
      _ = try await session.credential()
      try await session.signOut()
    }
    #expect(scene.names == Scene.strangers)
  }
}
