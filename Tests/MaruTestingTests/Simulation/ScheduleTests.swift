import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct ScheduleTests {
  @Test func `a text is read as what it was printed from`() throws {
    let schedules = [
      Schedule(), Schedule(jobs: [:]), Schedule(draws: []), Schedule(size: 3),
      Schedule(jobs: [57: 3, 61: 1], draws: [12, 40, 41, 42, 44], size: 4),
    ]
    for schedule in schedules { #expect(Schedule(schedule.description) == schedule) }
    #expect(schedules.map(\.description).prefix(4) == ["seeded", "jobs=", "draws=", "size=3"])
    #expect(schedules.last?.description == "jobs=57:3,61:1/draws=12,40-42,44/size=4")
  }

  @Test func `any schedule comes back from its text`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      var schedule = Schedule()
      if Bool.random(using: &random) {
        let steps = (0..<5).map { _ in Int.random(in: 0...90, using: &random) }
        schedule.jobs = Dictionary(steps.map { ($0, 1 + $0 % 7) }) { first, _ in first }
      }
      if Bool.random(using: &random) {
        schedule.draws = Set((0..<9).map { _ in Int.random(in: 0...20, using: &random) })
      }
      if Bool.random(using: &random) { schedule.size = Int.random(in: 0...9, using: &random) }
      #expect(Schedule(schedule.description) == schedule, "\(schedule)")
    }
  }

  @Test(arguments: [
    "", "/", "jobs", "jobs=1", "jobs=1:2:3", "jobs=:1", "jobs=-1:1", "draws=a", "draws=5-3",
    "draws=1-2-3", "draws=0-99999999999", "draws=99999999999999999999", "size=", "size=1,2",
    "size=-1", "jobs=1:1/jobs=2:1", "steps=4", "jobs=1:1 ", "SEEDED",
  ])
  func `what is no schedule is not read as one`(text: String) {
    #expect(Schedule(text) == nil)
  }

  @Test func `draws that are not the seed's are calm, and change no later one`() {
    let all = SimulatedWorld(seed: 9)
    let some = SimulatedWorld(seed: 9, schedule: Schedule(draws: [1, 4]))
    let ranges = (0..<6).map { -$0...1_000 }
    let drawn = ranges.map { all.random.integer(in: $0) }
    let calm = ranges.map { some.random.integer(in: $0) }
    #expect(calm == [0, drawn[1], -2, -3, drawn[4], -5])
    #expect(!some.random.happens(percent: 99) && some.random.happens(percent: 100))
    #expect(some.random.milliseconds(7...90) == .milliseconds(7))
    // Ids are made of these; they may not all be the same.
    #expect(some.random.next() != some.random.next())
  }

  @Test func `a calm network has no faults, however bad it is`() throws {
    let world = SimulatedWorld(seed: 9, schedule: Schedule(draws: []))
    let faults = NetworkFaults.rough
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: faults) { _ in
      ServerAct.response(204)
    }
    let request = TransportRequest(
      method: .get, url: try RequestURL("https://api.example.com/"), isRepeatable: true)
    try world.run {
      for _ in 0..<50 {
        try await transport.perform(
          request, body: .none, limits: TransportLimits(attempt: .seconds(15))
        ) { _, _ in }
      }
    }
    #expect(transport.requests.count == 50)
  }

  @Test func `a size is the greatest, unless the schedule says less`() {
    #expect(SimulatedWorld(seed: 1).size(2...16) == 16)
    #expect(SimulatedWorld(seed: 1, schedule: Schedule(size: 5)).size(2...16) == 5)
    #expect(SimulatedWorld(seed: 1, schedule: Schedule(size: 0)).size(2...16) == 2)
    #expect(SimulatedWorld(seed: 1, schedule: Schedule(size: 90)).size(2...16) == 16)
  }
}
