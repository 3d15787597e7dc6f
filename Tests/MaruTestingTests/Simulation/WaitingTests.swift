import MaruContract
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

@Suite struct WaitingTests {
  /// Something that never comes.
  private static func never() async {
    let stream = AsyncStream<Void> { _ in }
    for await _ in stream {}
  }

  private func failure(
    of body: @escaping @Sendable (SimulatedWorld) async throws -> Void
  ) throws -> SimulationFailure {
    let world = SimulatedWorld(seed: 3, maximumSteps: 10_000)
    return try #require(throws: SimulationFailure.self) {
      try world.run { try await body(world) }
    }
  }

  @Test func `a world that is stuck says who waits for what`() throws {
    let failure = try failure { _ in
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            await Waiting.named("caller \(number)") {
              await Waiting.for("the refresh of generation \(6 + number)") { await Self.never() }
            }
          }
        }
      }
    }
    #expect(failure.problem == "stuck: nothing is ready, nobody sleeps, and it is not over")
    #expect(
      failure.waits.sorted() == [
        "caller 1 waits for the refresh of generation 7",
        "caller 2 waits for the refresh of generation 8",
        "caller 3 waits for the refresh of generation 9",
      ])
    #expect(failure.description.contains("\n  caller 2 waits for the refresh of generation 8\n"))
  }

  @Test func `a wait that is over is not told`() throws {
    let failure = try failure { world in
      await Waiting.for("something short") { try? await world.sleep(for: .seconds(1)) }
      try? await Waiting.for("something that fails") { throw CancellationError() }
      await Waiting.for("something long") { await Self.never() }
    }
    #expect(failure.waits == ["somebody waits for something long"])
  }

  @Test func `a wait inside a wait is told behind it, in a task of its own as well`() throws {
    let failure = try failure { world in
      await Waiting.named("the screen") {
        await Waiting.for("the list") {
          await Task(executorPreference: world) {
            await Waiting.for("the token") { await Self.never() }
          }.value
        }
      }
    }
    #expect(failure.waits == ["the screen waits for the list › the token"])
  }

  @Test func `what was given up is left out, and the same line is told once`() throws {
    let failure = try failure { world in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            await Waiting.for("the end of the list") {
              _ = Task(executorPreference: world) {
                await Waiting.for("the next page") { await Self.never() }
              }
            }
          }
        }
      }
      await Waiting.for("an end") { await Self.never() }
    }
    #expect(
      Set(failure.waits) == [
        "somebody waits for the next page (4 times)", "somebody waits for an end",
      ])
  }

  @Test func `waits without names get a hint`() throws {
    let failure = try failure { _ in await Self.never() }
    #expect(failure.waits.count == 1)
    #expect(failure.waits.first?.contains("Waiting.for") == true)
  }

  @Test func `a world that goes in circles says it, too`() throws {
    let failure = try failure { _ in
      await Waiting.for("its turn") { while true { await Task.yield() } }
    }
    #expect(failure.problem == "not over after 10000 steps")
    #expect(failure.waits == ["somebody waits for its turn"])
  }

  @Test func `a clock that the world does not move is told`() throws {
    let clock = ManualClock()
    let failure = try failure { _ in
      try await clock.sleep(until: MonotonicInstant(nanoseconds: 3_000_000_000))
    }
    #expect(
      failure.waits == [
        "somebody waits for 3000 ms on a manual clock that the world does not move"
      ])
  }

  @Test func `a fake network tells whose reading and whose end it waits for`() throws {
    let failure = try failure { world in
      let transport = FakeTransport(clock: world.clock) { _ in ServerAct.response(200) }
      let request = TransportRequest(
        method: .get, url: try RequestURL("https://api.example.com/v1/list?page=2"),
        isRepeatable: true)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await transport.perform(
            request, body: .none, limits: TransportLimits(attempt: .seconds(15))
          ) { _, _ in await Self.never() }
        }
        group.addTask {
          try? await world.sleep(for: .seconds(1))
          await transport.shutdown(.finishing)
        }
      }
    }
    #expect(
      failure.waits == [
        "somebody waits for the reader of the answer to GET /v1/list",
        "somebody waits for the end of 1 requests on the fake network",
      ])
  }

  @Test func `a name costs nothing where nobody looks on`() async throws {
    let built = Locked(0)
    func text() -> String {
      built.withLock { $0 += 1 }
      return "a text"
    }
    let value = await Waiting.named(text()) { await Waiting.for(text()) { 7 } }
    #expect(value == 7)
    #expect(built.withLock { $0 } == 0)
  }

  private actor Counter {
    private var count = 0
    func add() async -> Int {
      await Waiting.for("nothing") {
        // It is the actor's own: no other task's turn comes in between.
        count += 1
        return count
      }
    }
  }

  @Test func `a wait stays on the actor that waits`() async throws {
    let counter = Counter()
    #expect(await counter.add() == 1)
    let world = SimulatedWorld(seed: 1)
    try world.run {
      let count = await counter.add()
      guard count == 2 else { throw CancellationError() }
    }
  }
}
