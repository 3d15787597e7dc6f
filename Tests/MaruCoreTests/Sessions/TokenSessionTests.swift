import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct TokenSessionTests {
  /// What a caller got.
  private enum Got: Hashable {
    case token(String)
    case nobody, refused, cancelled
    case failed(CallError.Code)
  }

  private static func ask(_ session: TokenSession) async -> Got {
    do {
      guard let credential = try await session.credential() else { return .nobody }
      return .token(credential.authorization.value)
    } catch is CredentialRefused {
      return .refused
    } catch is CancellationError {
      return .cancelled
    } catch let error as CallError {
      return .failed(error.code)
    } catch {
      return .failed(.unsupported)
    }
  }

  private static func askMany(_ session: TokenSession, count: Int) async -> [Got] {
    await withTaskGroup(of: Got.self) { group in
      for _ in 0..<count { group.addTask { await ask(session) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `a start reads the record and refreshes once for all`() throws {
    let one = try OneSession()
    try one.run { session in
      #expect(session.readyCredential() == nil)
      let got = await Self.askMany(session, count: 20)
      #expect(got == Array(repeating: .token("Bearer access-1"), count: 20))
      #expect(session.readyCredential()?.generation == 1)
    }
    #expect(one.sent == ["refresh-0"])
    #expect(try one.record()?.refreshToken?.value == "refresh-1")
    #expect(one.session.state == .signedIn(try OneSession.account("ann")))
  }

  @Test func `nobody is signed in where the store has nothing`() throws {
    let one = try OneSession(stored: nil)
    try one.run { session in #expect(await Self.ask(session) == .nobody) }
    #expect(one.session.state == .signedOut)
    #expect(one.sent.isEmpty)
  }

  @Test func `a refused token is refreshed, an older one is not`() throws {
    let one = try OneSession()
    try one.run { session in
      let first = try #require(try await session.credential())
      await session.invalidate(first)
      #expect(await Self.ask(session) == .token("Bearer access-2"))
      await session.invalidate(first)
      #expect(await Self.ask(session) == .token("Bearer access-2"))
    }
    #expect(one.sent == ["refresh-0", "refresh-1"])
  }

  @Test func `a refused refresh ends the session once, for every waiter and for later ones`() throws
  {
    let one = try OneSession([.fail(.refused)])
    try one.run { session in
      #expect(Set(await Self.askMany(session, count: 8)) == [.refused])
      #expect(await Self.ask(session) == .refused)
    }
    #expect(one.sent == ["refresh-0"])
    #expect(one.heard.count { $0 == .ended(.refused) } == 1)
    // A later process sends nothing either.
    let record = try one.record()
    #expect(record?.refreshToken == nil)
    #expect(record?.end == .refused)
  }

  @Test func `a later process knows that the session has ended`() throws {
    let one = try OneSession()
    let account = try OneSession.account("ann")
    let ended = TokenRecord(account: account.name, refreshToken: nil, end: .refused)
    one.store.set(ended.bytes, for: account.key)
    try one.run { session in #expect(await Self.ask(session) == .refused) }
    #expect(one.sent.isEmpty)
    #expect(one.session.state == .ended(account, .refused))
  }

  @Test func `a failure that passes keeps the session and lets nobody else ask for a while`() throws
  {
    let one = try OneSession([.fail(.transient(retryAfter: .seconds(7))), .grant()])
    try one.run { session in
      #expect(Set(await Self.askMany(session, count: 8)) == [.failed(.unreachable)])
      #expect(await Self.ask(session) == .failed(.unreachable))
      #expect(one.sent.count == 1)
      try await one.world.sleep(for: .seconds(8))
      #expect(await Self.ask(session) == .token("Bearer access-2"))
    }
    #expect(one.sent == ["refresh-0", "refresh-0"])
    #expect(one.heard.count { if case .ended = $0 { true } else { false } } == 0)
  }

  @Test func `a client that the server does not take keeps its token`() throws {
    let one = try OneSession([.fail(.misconfigured)])
    try one.run { session in
      #expect(Set(await Self.askMany(session, count: 4)) == [.failed(.configuration)])
    }
    #expect(try one.record()?.refreshToken?.value == "refresh-0")
  }

  @Test func `a waiter that is cancelled leaves at once and the refresh goes on`() throws {
    let one = try OneSession()
    try one.run { session in
      let leaver = Task(executorPreference: one.world) { await Self.ask(session) }
      try await one.world.sleep(for: .milliseconds(50))
      leaver.cancel()
      #expect(await leaver.value == .cancelled)
      #expect(one.world.clock.now() == MonotonicInstant(nanoseconds: 50_000_000))
      #expect(await Self.ask(session) == .token("Bearer access-1"))
    }
    #expect(one.sent.count == 1)
  }

  @Test func `if all leave, the refresh ends without harm`() throws {
    let one = try OneSession()
    try one.run { session in
      let leaver = Task(executorPreference: one.world) { await Self.ask(session) }
      try await one.world.sleep(for: .milliseconds(50))
      leaver.cancel()
      #expect(await leaver.value == .cancelled)
      try await one.world.sleep(for: .seconds(1))
      #expect(session.readyCredential()?.authorization.value == "Bearer access-1")
    }
    #expect(try one.record()?.refreshToken?.value == "refresh-1")
  }

  @Test func `a refresh that hangs is given up at its limit`() throws {
    let one = try OneSession([.hang, .grant()])
    try one.run { session in
      #expect(await Self.ask(session) == .failed(.deadlineExceeded))
      #expect(one.world.clock.now() == MonotonicInstant(nanoseconds: 30_000_000_000))
      try await one.world.sleep(for: .seconds(2))
      #expect(await Self.ask(session) == .token("Bearer access-2"))
      // Its late answer changes nothing.
      try await one.world.sleep(for: .seconds(2_000))
      #expect(session.readyCredential()?.authorization.value == "Bearer access-2")
    }
    #expect(try one.record()?.refreshToken?.value == "refresh-2")
  }

  @Test func `a locked store signs nobody out`() throws {
    let one = try OneSession()
    one.store.isLocked = true
    let account = try OneSession.account("ann")
    try one.run { session in
      #expect(await Self.ask(session) == .failed(.credentialUnavailable))
      #expect(session.state == .unavailable(account, .secretStore(.locked)))
      one.store.isLocked = false
      try await one.world.sleep(for: .seconds(2))
      #expect(await Self.ask(session) == .token("Bearer access-1"))
      #expect(session.state == .signedIn(account))
    }
  }

  @Test func `what was rotated is stored before it is used`() throws {
    let one = try OneSession()
    try one.run { session in
      async let got = Self.ask(session)
      try await one.world.sleep(for: .milliseconds(50))
      one.store.isLocked = true
      #expect(await got == .failed(.credentialUnavailable))
      #expect(session.readyCredential() == nil)
      one.store.isLocked = false
      try await one.world.sleep(for: .seconds(2))
      #expect(await Self.ask(session) == .token("Bearer access-1"))
    }
    // It was asked for once: what came was kept until it could be stored.
    #expect(one.sent == ["refresh-0"])
    #expect(try one.record()?.refreshToken?.value == "refresh-1")
  }

  @Test func `an answer without a refresh token keeps the old one`() throws {
    let one = try OneSession([.keep])
    try one.run { session in
      let first = try #require(try await session.credential())
      await session.invalidate(first)
      #expect(await Self.ask(session) == .token("Bearer access-2"))
    }
    #expect(one.sent == ["refresh-0", "refresh-0"])
  }

  @Test func `a token is renewed before it expires`() throws {
    let one = try OneSession([.grant(lifetime: .seconds(600))])
    try one.run { session in
      _ = try await session.credential()
      try await one.world.sleep(for: .seconds(500))
      #expect(session.readyCredential()?.generation == 1)
      try await one.world.sleep(for: .seconds(60))
      #expect(session.readyCredential() == nil)
      #expect(await Self.ask(session) == .token("Bearer access-2"))
    }
  }

  @Test func `a token that is still good is used when its renewal fails`() throws {
    let one = try OneSession([.grant(lifetime: .seconds(600)), .fail(.transient())])
    try one.run { session in
      _ = try await session.credential()
      try await one.world.sleep(for: .seconds(560))
      #expect(await Self.ask(session) == .token("Bearer access-1"))
      try await one.world.sleep(for: .seconds(60))
      #expect(await Self.ask(session) == .failed(.unreachable))
    }
  }

  @Test func `a refresher that asks its own session is told at once`() throws {
    let one = try OneSession([
      .ask { one in
        #expect(one.session.readyCredential() == nil)
        _ = try await one.session.credential()
        return OneSession.grant(1)
      }
    ])
    try one.run { session in
      #expect(await Self.ask(session) == .failed(.configuration))
      #expect(one.world.clock.now() == MonotonicInstant(nanoseconds: 0))
    }
  }
}
