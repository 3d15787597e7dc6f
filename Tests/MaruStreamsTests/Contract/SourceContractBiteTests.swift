import MaruContract
import MaruTesting
import Testing

/// Each mistake that was planted is found by the case that is about it.
@Suite struct SourceContractBiteTests {
  private static func run(_ name: String, _ bug: PlantedSourceBug?, seed: UInt64 = 1) throws {
    let world = SimulatedWorld(seed: seed, maximumSteps: 400_000)
    let contract = StreamSourceContract(
      environment: ContractEnvironment(clock: world.clock, executor: world, seed: seed),
      traits: .all, comesBackWithin: .seconds(2)
    ) { PlantedSource(world: world, bug: bug, script: $0).place }
    let promise = try #require(contract.case(named: name))
    try world.run { try await promise.run() }
  }

  static let bites: [(PlantedSourceBug, String)] = [
    (.cutsText, "events come once, in order and as they were sent"),
    (.deliversTwice, "events come once, in order and as they were sent"),
    (.connectsEarly, "nothing is connected before the first event is asked for"),
    (.sharesItsConnection, "each reader has a connection of its own and gets everything"),
    (.ignoresTheEarlierPosition, "a stream can go on where an earlier one left off"),
    (.forgetsItsPosition, "after a lost connection it goes on behind the last event"),
    (
      .skipsOneAfterALoss, "connections that are lost, ended and refused lose and double nothing"
    ),
    (.comesBackAtOnce, "a wait that the server asks for is waited out"),
    (.ignoresTheEnd, "the server's word ends it, and it stays ended"),
    (.ignoresACleanEnd, "the end of a connection ends it if it is to"),
    (.comesBackWhenForbidden, "a refusal that will not pass ends it with its error, once"),
    (.endsWithoutItsError, "a refusal that will not pass ends it with its error, once"),
    (.beginsAnew, "the server's word ends it, and it stays ended"),
    (.outlivesItsReader, "a reader that breaks out leaves no connection and does not come back"),
    (
      .outlivesItsThrowingReader,
      "a reader that throws leaves no connection and does not come back"
    ),
    (
      .connectsWithItsIterator,
      "an iterator that is let go of without being asked connects to nothing"
    ),
    (
      .outlivesItsIterator,
      "an iterator that is let go of between two events ends its connection"
    ),
    (.endsWithItsFirstReader, "a reader that leaves takes no other with it"),
    (.connectsWhenCancelled, "a reader of a cancelled task connects to nothing"),
    (.outlivesItsReader, "cancelling a reader that waits ends it and its connection"),
    (.reportsCancelling, "cancelling before the connection is open ends it"),
    (.throwsSomethingElse, "cancelling before the connection is open ends it"),
    (.hangsWhenCancelled, "cancelling ends a wait for the next connection"),
    (.comesBackWhenCancelled, "cancelling ends a wait for the next connection"),
    (.deliversTwice, "a cancel that races events ends it in order"),
    (.reportsCancelling, "a cancel that races events ends it in order"),
    (.dropsWhenSuspended, "a slow reader that suspends loses nothing"),
    (.boundsWhatHasNoBound, "a slow reader without a bound loses nothing"),
    (.doesNotCount, "the newest are kept, and each drop is counted"),
    (.keepsTheOldest, "the newest are kept, and each drop is counted"),
    (.doesNotCount, "the oldest are kept, and each drop is counted"),
    (.keepsTheNewest, "the oldest are kept, and each drop is counted"),
    (.waitsForEver, "a connection that shows no sign of life is made again"),
    (.hearsNoSignOfLife, "signs of life keep a connection without events"),
  ]

  @Test(arguments: bites)
  func `a planted mistake is found`(bug: PlantedSourceBug, name: String) throws {
    let violation = #expect(throws: ContractViolation.self) { try Self.run(name, bug) }
    #expect(violation?.name == name)
  }

  @Test(arguments: StreamSourceContract.names(for: .all))
  func `without a mistake nothing is found`(name: String) throws {
    for seed in 0..<8 as Range<UInt64> { try Self.run(name, nil, seed: seed) }
  }

  @Test func `every mistake is found, and every case finds one`() {
    #expect(Set(Self.bites.map(\.0)) == Set(PlantedSourceBug.allCases))
    #expect(Set(Self.bites.map(\.1)) == Set(StreamSourceContract.names(for: .all)))
  }

  @Test func `every case has a name of its own, which is a sentence, and its rows`() {
    let world = SimulatedWorld(seed: 1)
    let cases = StreamSourceContract(
      environment: ContractEnvironment(clock: world.clock), traits: .all,
      comesBackWithin: .seconds(1)
    ) { PlantedSource(world: world, bug: nil, script: $0).place }.cases
    #expect(Set(cases.map(\.name)).count == cases.count)
    for promise in cases {
      #expect(promise.name.split(separator: " ").count >= 4 && !promise.name.hasSuffix("."))
      #expect(!promise.rows.isEmpty)
    }
  }

  @Test func `an exemption is listed with its reason, and one of no case is a mistake`() async {
    let name = "events come once, in order and as they were sent"
    let contract = StreamSourceContract(
      environment: ContractEnvironment(clock: ManualClock()), traits: .all,
      comesBackWithin: .seconds(1), exemptions: [name: "it can't tell"]
    ) { _ in throw CancellationError() }
    #expect(contract.case(named: name) == nil)
    #expect(contract.leftOut.contains { $0.name == name && $0.reason == "it can't tell" })
    await #expect(processExitsWith: .failure) {
      _ = StreamSourceContract(
        environment: ContractEnvironment(clock: ManualClock()), traits: .all,
        comesBackWithin: .seconds(1), exemptions: ["no such case": "?"]
      ) { _ in throw CancellationError() }
    }
  }
}
