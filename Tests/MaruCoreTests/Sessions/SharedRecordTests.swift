import Foundation
import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

/// Two processes with one record, servers without grace, and clocks.
@Suite struct SharedRecordTests {
  @Test func `a token that another process has rotated is read again before giving up`() throws {
    let one = try OneSession([
      .ask { one in
        // The other process was quicker, and the server takes each token once.
        let account = try OneSession.account("ann")
        let other = TokenRecord(account: account.name, refreshToken: Sensitive("refresh-other"))
        one.store.set(other.bytes, for: account.key)
        throw CredentialRefused()
      }, .grant(),
    ])
    try one.run { session in
      let credential = try await session.credential()
      #expect(credential?.authorization.value == "Bearer access-2")
    }
    #expect(one.sent == ["refresh-0", "refresh-other"])
    #expect(one.heard.count { if case .ended = $0 { true } else { false } } == 0)
  }

  @Test func `a sign-out of another process is one here`() throws {
    let one = try OneSession()
    let account = try OneSession.account("ann")
    try one.run { session in
      let first = try #require(try await session.credential())
      one.store.set(nil, for: account.key)
      await session.invalidate(first)
      #expect(try await session.credential() == nil)
      #expect(session.standing(of: first) == .ended)
    }
    #expect(one.session.state == .signedOut)
  }

  /// One lease of a machine.
  private final class Lease: RefreshLease {
    let world: SimulatedWorld
    let isHeld = Locked(false)
    let taken = Locked(0)
    init(world: SimulatedWorld) { self.world = world }

    struct Busy: Error {}

    func acquire(within limit: Duration) async throws {
      let end = world.clock.now().advanced(by: limit)
      while world.clock.now() < end {
        let isOurs = isHeld.withLock { isHeld in
          defer { isHeld = true }
          return !isHeld
        }
        if isOurs { return taken.withLock { $0 += 1 } }
        try await world.sleep(for: .milliseconds(10))
      }
      throw Busy()
    }

    func release() async { isHeld.withLock { $0 = false } }
  }

  @Test func `two processes with a lease never send the same token`() throws {
    let world = SimulatedWorld(seed: 5)
    let account = try OneSession.account("ann")
    let store = FakeSecretStore(clock: world.clock, random: world.random)
    let record = TokenRecord(account: account.name, refreshToken: Sensitive("refresh-0"))
    store.set(record.bytes, for: account.key)
    let lease = Lease(world: world)
    let endpoint = OneSession.Endpoint([.grant()], world: world)
    let sessions = (0..<2).map { _ in
      TokenSession(
        account: account, configuration: .init(recovery: .asksToSignIn), refresher: endpoint,
        store: store.process(), surroundings: world.surroundings, lease: lease)
    }
    try world.run {
      await withTaskGroup(of: Void.self) { group in
        for session in sessions {
          group.addTask {
            for _ in 0..<5 {
              guard let credential = try? await session.credential() else { continue }
              await session.invalidate(credential)
            }
          }
        }
      }
    }
    let sent = endpoint.sent.withLock { $0 }
    #expect(sent == (0..<10).map { "refresh-\($0)" })
    #expect(lease.taken.withLock { $0 } == 10)
    #expect(!lease.isHeld.withLock { $0 })
  }

  @Test func `a lease that is not got signs nobody out`() throws {
    let world = SimulatedWorld(seed: 1)
    let lease = Lease(world: world)
    lease.isHeld.withLock { $0 = true }
    let one = try OneSession(lease: lease)
    try one.run { session in
      do {
        _ = try await session.credential()
        Issue.record("there is no credential")
      } catch let error as CallError {
        #expect(error.mayHelpToTryAgain)
      }
    }
    #expect(one.sent.isEmpty)
  }

  @Test func `without grace a lost answer asks for a sign-in, also after a restart`() throws {
    let one = try OneSession([.fail(.transient(lost: true))], recovery: .asksToSignIn)
    try one.run { session in
      await #expect(throws: CredentialRefused.self) { try await session.credential() }
    }
    let account = try OneSession.account("ann")
    #expect(one.session.state == .ended(account, .answerLost))
    #expect(try one.record()?.refreshToken == nil)
    // A kill while the token is on its way leaves the mark.
    let marked = TokenRecord(
      account: account.name, refreshToken: Sensitive("refresh-0"), mayBeSpent: true)
    let next = try OneSession(recovery: .asksToSignIn)
    next.store.set(marked.bytes, for: account.key)
    try next.run { session in
      await #expect(throws: CredentialRefused.self) { try await session.credential() }
    }
    #expect(next.sent.isEmpty)
  }

  @Test func `without grace a failure with an answer, or before sending, costs nothing`() throws {
    let one = try OneSession([.fail(.transient()), .grant()], recovery: .asksToSignIn)
    try one.run { session in
      _ = try? await session.credential()
      try await one.world.sleep(for: .seconds(3))
      #expect(try one.record()?.mayBeSpent == false)
      #expect(try await session.credential()?.generation == 1)
      #expect(try one.record()?.mayBeSpent == false)
    }
    #expect(one.sent == ["refresh-0", "refresh-0"])
  }

  @Test func `a moment of the server's clock counts by the server's clock`() throws {
    // Ours is an hour slow, which its first answer tells.
    let ahead: TimeInterval = 3_600
    let one = try OneSession([
      .ask { one in
        let server = one.world.wallClock.now().addingTimeInterval(ahead)
        return TokenGrant(
          accessToken: Sensitive("access-1"), refreshToken: Sensitive("refresh-1"),
          expiry: .at(server.addingTimeInterval(600)), serverDate: server)
      }, .grant(),
    ])
    try one.run { session in
      _ = try await session.credential()
      try await one.world.sleep(for: .seconds(400))
      #expect(session.readyCredential()?.generation == 1)
      try await one.world.sleep(for: .seconds(200))
      #expect(session.readyCredential() == nil)
      #expect(try await session.credential()?.generation == 2)
    }
  }

  @Test func `a clock that is set back does not make a token last`() throws {
    let one = try OneSession([.grant(lifetime: .seconds(600))])
    try one.run { session in
      _ = try await session.credential()
      one.world.wallClock.set(to: Date(timeIntervalSince1970: 0))
      try await one.world.sleep(for: .seconds(590))
      #expect(session.readyCredential() == nil)
    }
  }

  @Test func `a sign-out that could not delete the record says so and can be repeated`() throws {
    let one = try OneSession()
    try one.run { session in
      _ = try await session.credential()
      one.store.isLocked = true
      await #expect(throws: SecretStoreError(.locked, reason: "")) { try await session.signOut() }
      #expect(session.state == .signedOut)
      let credential = try await session.credential()
      #expect(credential == nil)
      one.store.isLocked = false
      try await session.signOut()
    }
    #expect(try one.record() == nil)
  }

  @Test func `a sign-in that can't be stored signs nobody in`() throws {
    let one = try OneSession(stored: nil)
    let account = try OneSession.account("ann")
    one.store.isLocked = true
    try one.run { session in
      await #expect(throws: SecretStoreError(.locked, reason: "")) {
        try await session.signIn(OneSession.grant(1), as: account)
      }
      let credential = try await session.credential()
      #expect(credential == nil)
    }
    #expect(one.session.state == .signedOut)
  }

  @Test func `an access token alone is used until it is over`() throws {
    let one = try OneSession(stored: nil)
    let account = try OneSession.account("ann")
    try one.run { session in
      let grant = TokenGrant(
        accessToken: Sensitive("access"), refreshToken: nil, expiry: .after(.seconds(100)))
      try await session.signIn(grant, as: account)
      #expect(try await session.credential()?.generation == 1)
      try await one.world.sleep(for: .seconds(100))
      await #expect(throws: CredentialRefused.self) { try await session.credential() }
    }
    #expect(one.session.state == .ended(account, .noRefreshToken))
    #expect(one.sent.isEmpty)
  }
}
