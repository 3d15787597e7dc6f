import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// What reaches the transport with a call's task (BRIDGE-5), and where nothing runs (CALL-16).
@Suite struct IsolationTests {
  enum Flavour { @TaskLocal static var current = "none" }

  struct Looking: Transport {
    let seen: Locked<(flavour: String, priority: TaskPriority)?>
    let base: FakeTransport

    func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      let now = (flavour: Flavour.current, priority: Task.currentPriority)
      seen.withLock { $0 = now }
      return try await base.perform(request, body: body, limits: limits, receive: receive)
    }

    func shutdown(_ mode: ShutdownMode) async {}
  }

  @Test func `task-locals and priority reach the transport`() async throws {
    let clock = ManualClock()
    let transport = Looking(
      seen: Locked(nil), base: FakeTransport(clock: clock) { _ in ServerAct.json() })
    let client = try MaruClient(
      .init(baseURL: .init(string: "https://api.example.com")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: clock, wallClock: ManualWallClock(following: clock), random: SeededRandom(seed: 1)))
    _ = try await Flavour.$current.withValue("plum") {
      try await Task(priority: .low) {
        try await client.send(Endpoint<Thing>.get("/thing", credential: .none))
      }.value
    }
    let seen = try #require(transport.seen.withLock { $0 })
    #expect(seen.flavour == "plum")
    #expect(seen.priority >= .low)
  }
}
