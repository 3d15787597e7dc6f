import Maru
import MaruTesting
import Testing

/// A server whose answers take their time, and say when they were made.
private actor SearchServer {
  private(set) var asked: [String] = []
  private(set) var running = 0
  private(set) var mostAtOnce = 0
  let world: SimulatedWorld

  init(world: SimulatedWorld) {
    self.world = world
  }

  func answer(_ text: String) async throws -> String {
    asked.append(text)
    running += 1
    mostAtOnce = max(mostAtOnce, running)
    defer { running -= 1 }
    try await world.sleep(for: world.random.milliseconds(0...900))
    return "\(text)@\(world.clock.now().nanoseconds)"
  }
}

@Suite struct SearchLawTests {
  private static let pause = Duration.milliseconds(300)
  private static let life = Duration.seconds(2)

  /// Somebody types, and looks at what is shown at any time.
  private func check(
    _ world: SimulatedWorld,
    type: @escaping @Sendable (String) async -> Void,
    shown: @escaping @Sendable () async -> Result<String, any Error>?
  ) throws -> [String] {
    let keys = world.size(1...8)
    return try world.run {
      var standing: [String] = []
      var last = ""
      // Since when the present text stands there; the same once more is no other text.
      var since = world.clock.now()
      for _ in 0..<keys {
        let text = ["a", "ab", "abc"][world.random.integer(in: 0...2)]
        world.note("types \(text)")
        if text != last { since = world.clock.now() }
        last = text
        await type(text)
        let stays = world.random.milliseconds(0...1_500)
        let until = world.clock.now().advanced(by: stays)
        while world.clock.now() < until {
          if case .success(let answer)? = await shown() {
            let parts = answer.split(separator: "@")
            let made = parts.last.flatMap { Int64($0) } ?? 0
            world.note("sees \(parts[0])")
            guard parts[0] == text else {
              throw SimulationFailure(seed: world.seed, problem: "STALE: an answer to another text")
            }
            let age = Duration.nanoseconds(since.nanoseconds - made)
            guard age <= Self.life else {
              throw SimulationFailure(seed: world.seed, problem: "OLD: an answer of \(age) before")
            }
          }
          try await world.sleep(for: .milliseconds(20))
        }
        // The last look can be later than the stay.
        if since.duration(to: world.clock.now()) >= Self.pause { standing.append(text) }
      }
      // Nobody types over the last.
      return standing + [last]
    }
  }

  @Test func `only the text that stands there is answered`() throws {
    try explore(seeds: 0..<2_000) { world in
      let server = SearchServer(world: world)
      let search = Search<String>(
        pause: Self.pause, life: Self.life, clock: world.clock, executor: world
      ) { try await server.answer($0) }
      let standing = try check(
        world, type: { await search.type($0) }, shown: { await search.shown })
      try world.run {
        let (asked, most) = (await server.asked, await server.mostAtOnce)
        guard asked.allSatisfy(standing.contains), most <= 1 else {
          throw SimulationFailure(
            seed: world.seed, problem: "MORE: \(asked) for \(standing), \(most) at once")
        }
      }
    }
  }

  @Test func `the hasty search is found out`() throws {
    let failure = firstFailure(seeds: 0..<2_000) { world in
      // A library that does not listen when it is cancelled: the answer comes all the same.
      let search = HastySearch(clock: world.clock, executor: world) { text in
        let reading = Task(executorPreference: world) {
          try await world.sleep(for: world.random.milliseconds(0...900))
          return "\(text)@\(world.clock.now().nanoseconds)"
        }
        return try await reading.value
      }
      _ = try check(world, type: { await search.type($0) }, shown: { await search.shown })
    }
    #expect(failure?.problem.hasPrefix("STALE") == true)
  }
}
