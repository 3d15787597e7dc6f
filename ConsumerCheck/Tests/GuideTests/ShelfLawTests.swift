import Maru
import MaruTesting
import Testing

/// What the server has: a version that each write moves on.
private actor Server {
  private(set) var version = 1
  /// The least that may be given to whoever asks now.
  private(set) var least = 1

  func write() { version += 1 }
  func isForgotten() { least = version }
}

@Suite struct ShelfLawTests {
  /// When a reader asked, and what it was given.
  private enum Asked { case before, after }
  private enum Given { case first, second }
  private typealias Met = Coverage<Asked, Given>

  private func check(
    _ world: SimulatedWorld, _ server: Server,
    value: @escaping @Sendable () async throws -> Int,
    forget: @escaping @Sendable () async -> Void
  ) throws -> Met {
    let readers = world.size(1...8)
    return try world.run {
      try await withThrowingTaskGroup(of: Met.self) { group in
        for reader in 1...readers {
          group.addTask {
            try await world.sleep(for: world.random.milliseconds(0...30))
            let least = await server.least
            world.note("reader \(reader) asks")
            let given = try await Waiting.named("reader \(reader)") { try await value() }
            world.note("reader \(reader) is given version \(given)")
            guard given >= least else {
              throw SimulationFailure(
                seed: world.seed, problem: "a reader was given what had been forgotten")
            }
            var met = Met()
            met.note(given == 1 ? .first : .second, in: least == 1 ? .before : .after)
            return met
          }
        }
        group.addTask {
          try await world.sleep(for: world.random.milliseconds(0...30))
          await server.write()
          await forget()
          await server.isForgotten()
          world.note("version 2 is written, and version 1 forgotten")
          return Met()
        }
        return try await group.reduce(into: Met()) { $0.add($1) }
      }
    }
  }

  private func load(
    from server: Server, in world: SimulatedWorld
  ) -> @Sendable () async throws -> Int {
    {
      let version = await server.version
      world.note("a load has read version \(version)")
      try await world.sleep(for: world.random.milliseconds(1...10))
      return version
    }
  }

  @Test func `nobody is given what has been forgotten`() throws {
    let met = try tally(seeds: 0..<2_000) { world in
      let server = Server()
      let shelf = Shelf(executor: world, load: load(from: server, in: world))
      return try check(
        world, server, value: { try await shelf.value() }, forget: { await shelf.forget() })
    }
    try met.require(
      [.init(.first, in: .before), .init(.second, in: .before), .init(.second, in: .after)],
      atLeast: 20)
  }

  @Test func `the hasty shelf is found out`() throws {
    let failure = firstFailure(seeds: 0..<2_000, shrinkRuns: 1_000) { world in
      let server = Server()
      let shelf = HastyShelf(executor: world, load: load(from: server, in: world))
      _ = try check(
        world, server, value: { try await shelf.value() }, forget: { await shelf.forget() })
    }
    let shortest = try #require(failure?.shortest)
    #expect(shortest.schedule.size == 2)
    #expect(shortest.schedule.choices < 10, "\(shortest)")
  }

  @Test func `a shelf whose load never comes says who waits`() throws {
    let world = SimulatedWorld(seed: 1)
    let shelf = Shelf(executor: world) {
      let stream = AsyncStream<Int> { _ in }
      return await Waiting.for("the server") { await stream.first { _ in true } ?? 0 }
    }
    let failure = #expect(throws: SimulationFailure.self) {
      try world.run {
        async let first = Waiting.named("reader 1") { try await shelf.value() }
        async let second = Waiting.named("reader 2") { try await shelf.value() }
        _ = try await (first, second)
      }
    }
    #expect(failure?.waits.count == 2)
    #expect(failure?.waits.contains { $0.hasSuffix("waits for somebody else's load") } == true)
    #expect(failure?.waits.contains { $0.hasSuffix("waits for the server") } == true)
  }
}
