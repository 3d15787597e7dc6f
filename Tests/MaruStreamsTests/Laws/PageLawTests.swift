import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruSystem
import MaruTesting
import Testing

/// A reader of a list in pages, on a network that breaks, who may stop anywhere (CALL-14).
struct PageScenario {
  let world: SimulatedWorld
  var bug: Bug?

  /// Mistakes, each found by the law that it names.
  enum Bug: String, CaseIterable, Sendable {
    case asksTwice = "ONCE"
    case readsFarAhead = "AHEAD"
    case outlivesItsReader = "OUTLIVES"
  }

  private struct Seen {
    var pages: [Int] = []
    var taken = 0
    var mostAhead = 0
    var end: String?
    var endTime: MonotonicInstant?
    var cancelTime: MonotonicInstant?
  }

  func run() throws {
    let random = world.random
    let count = random.integer(in: 1...world.size(1...8))
    let ahead = random.happens(percent: 60)
    let breaksAfter = random.happens(percent: 30) ? random.integer(in: 1...4) : nil
    let cancelAfter = random.happens(percent: 30) ? random.milliseconds(0...2_000) : nil
    let pace = random.integer(in: 0...500)
    let seen = Locked(Seen())
    let bug = bug
    let world = world
    let transport = FakeTransport(
      clock: world.clock, random: random,
      faults: NetworkFaults(unreachable: 5, dropAfterWork: 5, resetInBody: 5, latency: 0...300)
    ) { request in
      let page = request.url.string.split(separator: "=").last.flatMap { Int($0) } ?? 0
      seen.withLock { $0.mostAhead = max($0.mostAhead, page - $0.taken) }
      if random.happens(percent: 5) { return ServerAct.response(503) }
      let next = page + 1 < count ? ",\"next\":\"\(page + 1)\"" : ""
      return ServerAct.json("{\"numbers\":[\(page)]\(next)}")
    }
    let client = try MaruClient(
      try MaruClient.Configuration(
        baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: random, executor: world))
    @Sendable func endpoint(_ cursor: String?) -> Endpoint<NumberPage> {
      .get("/v1/numbers", query: ["page": cursor ?? "0"], credential: .none)
    }

    try world.run {
      let pages = client.pages(
        next: \.next, fetching: ahead ? .onePageAhead : .onDemand, endpoint)
      let reader = Task(executorPreference: world) {
        var end = "finished"
        do {
          if bug == .readsFarAhead {
            for number in 1..<4 { _ = try await client.send(endpoint("\(number)")) }
          }
          for try await page in pages {
            seen.withLock { seen in
              seen.taken += 1
              seen.pages += page.numbers
              if bug == .asksTwice, seen.pages.count == 2 { seen.pages += page.numbers }
            }
            if seen.withLock({ $0.taken }) == breaksAfter {
              end = "broke"
              break
            }
            try await world.sleep(for: .milliseconds(pace))
          }
        } catch is CancellationError {
          end = "cancelled"
        } catch {
          end = "failed"
        }
        if bug == .outlivesItsReader {
          _ = Task(executorPreference: world) { try await client.send(endpoint("0")) }
        }
        let now = world.clock.now()
        seen.withLock { [end] seen in
          seen.end = end
          seen.endTime = now
        }
      }
      if let cancelAfter {
        try await world.sleep(for: cancelAfter)
        if seen.withLock({ $0.end == nil }) {
          seen.withLock { $0.cancelTime = world.clock.now() }
          reader.cancel()
        }
      }
      await Waiting.for("the reader") { await reader.value }
    }

    let all = seen.withLock { $0 }
    func broken(_ problem: String) -> SimulationFailure {
      SimulationFailure(seed: world.seed, problem: problem)
    }
    guard all.pages == Array(0..<all.pages.count) else { throw broken("ONCE: \(all.pages)") }
    guard all.end != "finished" || all.pages.count == count else {
      throw broken("ONCE: \(all.pages.count) of \(count) pages")
    }
    guard all.mostAhead <= (ahead ? 1 : 0) else {
      throw broken("AHEAD: \(all.mostAhead) pages ahead")
    }
    guard transport.openCount == 0, client.runningCalls == 0 else {
      throw broken("OUTLIVES: a page is fetched for nobody")
    }
    if cancelAfter == nil || all.cancelTime != nil, world.clock.now() != all.endTime {
      throw broken("OUTLIVES: something went on after its reader")
    }
    if let cancelTime = all.cancelTime, all.endTime != cancelTime || all.end != "cancelled" {
      // The last page may have come in the same moment.
      guard all.end == "finished" || all.end == "failed" || all.end == "broke",
        all.endTime == cancelTime
      else { throw broken("END: cancelled, and \(all.end ?? "nothing")") }
    }
  }
}

@Suite struct PageLawTests {
  @Test func `pages come once, on demand, and end with their reader in every world`() throws {
    try seeds.explore { try PageScenario(world: $0).run() }
  }

  @Test(arguments: PageScenario.Bug.allCases)
  func `a planted mistake is found by its own law`(bug: PageScenario.Bug) throws {
    let failure = firstFailure(seeds: 0..<1_000) { world in
      try PageScenario(world: world, bug: bug).run()
    }
    #expect(failure?.problem.hasPrefix(bug.rawValue) == true, "\(failure?.problem ?? "none")")
  }
}
