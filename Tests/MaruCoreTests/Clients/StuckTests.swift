import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// A client that can't go on says what it waits for.
@Suite struct StuckTests {
  /// Breaks its promise: it keeps no limit, and never answers.
  private struct DeafTransport: Transport {
    func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      let stream = AsyncStream<Void> { _ in }
      for await _ in stream {}
      throw CancellationError()
    }

    func shutdown(_ mode: ShutdownMode) async {}
  }

  @Test func `a call and a shutdown that can't end say why`() throws {
    let world = SimulatedWorld(seed: 1)
    let client = try MaruClient(
      .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: DeafTransport(), ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    let endpoint = Endpoint<Thing>.get("/thing", credential: .none)
    let failure = try #require(throws: SimulationFailure.self) {
      try world.run {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await Waiting.named("the screen") {
              let context = try? CallContext(requestID: RequestID("call-7"))
              _ = try? await client.send(endpoint, context: context ?? CallContext())
            }
          }
          group.addTask {
            try? await world.sleep(for: .seconds(1))
            await client.shutdown(.finishing)
          }
        }
      }
    }
    #expect(
      failure.waits == [
        "the screen › call call-7 waits for the transport",
        "somebody waits for the end of 1 calls",
      ])
  }
}
