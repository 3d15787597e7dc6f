import Foundation
import Maru
import MaruTesting

/// How many worlds are simulated in a second: each a whole client with eight calls over a bad network.
enum SimulationRate {
  static func run() throws {
    let seeds: UInt64 = 4_000
    for (name, threads) in [("simulation", nil), ("simulation.one-thread", 1)] as [(String, Int?)] {
      var rates: [Double] = []
      for round in 0..<8 {
        let start = ContinuousClock.now
        try explore(seeds: 0..<seeds, threads: threads, law: world)
        let rate = Double(seeds) / (start.duration(to: .now) / .seconds(1))
        if round > 0 { rates.append(rate) }
      }
      Report.result("\(name).seeds-per-s", Measurement.median(rates), "seeds/s")
    }
  }

  private struct Unfinished: Error {}

  @Sendable private static func world(_ world: SimulatedWorld) throws {
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: .rough) { _ in
      ServerAct.response(200, [(.contentType, "application/json")], body: Array("7".utf8))
    }
    let client = try MaruClient(
      .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: try StaticCredential(bearer: "token"),
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    try world.run {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask { _ = try? await client.send(Endpoint<Int>.get("/v1/things/\(number)")) }
        }
      }
      await client.shutdown(.finishing)
      guard client.runningCalls == 0, transport.performCount >= 8 else { throw Unfinished() }
    }
  }
}
