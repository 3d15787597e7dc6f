import Foundation
import Maru
import MaruTesting
import Testing

@Suite struct DraftLawTests {
  @Test func `the server ends with what was typed last`() throws {
    try explore(seeds: 0..<500) { world in
      try typeThreeTimes(in: world) { client in
        let draft = Draft(client: client)
        return { try await draft.save($0) }
      }
    }
  }

  @Test func `a draft without state is found out`() {
    let failure = firstFailure(seeds: 0..<500) { world in
      try typeThreeTimes(in: world) { client in
        let draft = HastyDraft(client: client)
        return { try await draft.save($0) }
      }
    }
    #expect(failure != nil)
  }

  private func typeThreeTimes(
    in world: SimulatedWorld,
    _ makeSave: (MaruClient) -> @Sendable (String) async throws -> Void
  ) throws {
    var network = NetworkFaults.none
    network.latency = 0...40
    network.dropAfterWork = 10
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: network) { _ in
      ServerAct.response(204)
    }
    let client = try MaruClient(
      .init(baseURL: #require(URL(string: "https://api.example.com"))),
      transport: transport, ownership: .client,
      credentials: StaticCredential(bearer: "a-token"),
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    let save = makeSave(client)

    try world.run {
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for text in ["m", "mi", "milk"] {
            group.addTask { try await save(text) }
            try await world.sleep(for: world.random.milliseconds(1...20))
          }
          try await group.waitForAll()
        }
      } catch is CallError {
        return  // The user was told.
      }
      let last = transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
      guard last == #"{"text":"milk"}"# else {
        throw SimulationFailure(seed: world.seed, problem: "the server has \(last ?? "nothing")")
      }
    }
  }
}
