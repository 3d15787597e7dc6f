import Foundation
import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct SessionStatesTests {
  @Test func `every loop hears each change once, from the present state on`() throws {
    let one = try OneSession([.grant(), .fail(.refused)])
    let heard = Locked<[[TokenSession.State]]>([[], []])
    let account = try OneSession.account("ann")
    try one.run { session in
      let loops = (0..<2).map { index in
        let states = session.states
        return Task(executorPreference: one.world) {
          for await state in states { heard.withLock { $0[index].append(state) } }
        }
      }
      let first = try #require(try await session.credential())
      _ = try await session.credential()
      await session.invalidate(first)
      _ = try? await session.credential()
      _ = try? await session.credential()
      try await session.signOut()
      try await one.world.sleep(for: .seconds(1))
      for loop in loops { loop.cancel() }
      for loop in loops { await loop.value }
    }
    let expected: [TokenSession.State] = [
      .unread(account), .signedIn(account), .ended(account, .refused), .signedOut,
    ]
    #expect(heard.withLock { $0 } == [expected, expected])
  }

  @Test func `a loop ends with its session`() throws {
    let world = SimulatedWorld(seed: 1)
    let account = try OneSession.account("ann")
    try world.run {
      var session: TokenSession? = TokenSession(
        account: account, configuration: .init(recovery: .sendsAgain),
        refresher: OneSession.Endpoint([.grant()], world: world),
        store: FakeSecretStore(clock: world.clock), surroundings: world.surroundings)
      let states = try #require(session?.states)
      let loop = Task(executorPreference: world) {
        var count = 0
        for await _ in states { count += 1 }
        return count
      }
      try await world.sleep(for: .seconds(1))
      session = nil
      #expect(await loop.value == 1)
    }
  }

  @Test func `a loop that is behind misses the oldest and never the newest`() throws {
    let one = try OneSession()
    let ann = try OneSession.account("ann")
    let bob = try OneSession.account("bob")
    try one.run { session in
      var iterator = session.states.makeAsyncIterator()
      for _ in 0..<50 {
        session.turn(to: bob)
        session.turn(to: ann)
      }
      var heard: [TokenSession.State] = []
      for _ in 0..<16 { if let state = await iterator.next() { heard.append(state) } }
      #expect(heard.count == 16)
      #expect(heard.last == .unread(ann))
    }
  }
}
