import Foundation
import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

/// The end of a client, both ways (CALL-7).
@Suite struct ShutdownTests {
  private let slow: [ServerAct] = [.pause(.seconds(3))] + ServerAct.json()

  @Test func `finishing lets running calls end and takes no more`() throws {
    let call = try OneCall([slow])
    let name = try call.run { [world = call.world] client in
      async let thing = client.send(Endpoint<Thing>.get("/thing"))
      try await world.sleep(for: .seconds(1))
      await client.shutdown(.finishing)
      #expect(client.runningCalls == 0)
      await #expect(throws: CallError(.shutDown, at: .preparation, reason: "")) {
        _ = try await client.send(Endpoint<Thing>.get("/thing"))
      }
      return try await thing.name
    }
    #expect(name == "마루")
    #expect(call.transport.requests.count == 1)
  }

  @Test func `cancelling ends running calls with its own code`() throws {
    let call = try OneCall([[.hold]])
    let error = try call.run { [world = call.world] client in
      async let result = #expect(throws: CallError.self) {
        _ = try await client.send(Endpoint<Thing>.post("/things", json: Thing(name: "x")))
      }
      try await world.sleep(for: .seconds(1))
      await client.shutdown(.cancelling)
      return await result
    }
    #expect(error?.code == .shutDown)
    #expect(error?.outcome == .unknown)
    #expect(call.world.clock.now().nanoseconds == 1_000_000_000)
    #expect(call.transport.openCount == 0)
  }

  @Test func `finishing can be turned into cancelling`() throws {
    let call = try OneCall([[.hold]])
    try call.run { [world = call.world] client in
      async let result = #expect(throws: CallError(.shutDown, at: .attempt, reason: "")) {
        _ = try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await world.sleep(for: .seconds(1))
      async let finishing: Void = client.shutdown(.finishing)
      try await world.sleep(for: .seconds(1))
      await client.shutdown(.cancelling)
      _ = await (result, finishing)
    }
    #expect(call.world.clock.now().nanoseconds == 2_000_000_000)
  }

  @Test func `a transport that is the caller's is left alone`() throws {
    let world = SimulatedWorld(seed: 1)
    let transport = FakeTransport(clock: world.clock) { _ in ServerAct.json() }
    func client() throws -> MaruClient {
      try MaruClient(
        .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
        transport: transport,
        ownership: .caller, credentials: nil,
        surroundings: Surroundings(
          clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    }
    let (first, second) = (try client(), try client())
    try world.run {
      await first.shutdown(.cancelling)
      _ = try await second.send(Endpoint<Thing>.get("/thing", credential: .none))
    }
    #expect(transport.requests.count == 1)
  }

  /// What a call ends with whose body can't be encoded; `meanwhile` gets the client and what cancels
  /// the caller's task.
  private func outcome(
    _ meanwhile: @escaping @Sendable (MaruClient, () -> Void) -> Void
  ) throws -> ((any Error)?, OneCall) {
    let call = try OneCall([ServerAct.json()])
    let error: (any Error)? = try call.run { client in
      let caller = Locked<Task<Void, any Error>?>(nil)
      let task = Task(executorPreference: call.world) {
        try await client.send(
          Endpoint<Void>.post(
            "/things",
            body: EndpointBody {
              meanwhile(client) { caller.withLock { $0 }?.cancel() }
              throw CancellationError()
            }))
      }
      caller.withLock { $0 = task }
      do {
        try await task.value
        return nil
      } catch {
        return error
      }
    }
    return (error, call)
  }

  @Test func `an encoder that only says that it was cancelled fails the call`() throws {
    let (error, call) = try outcome { _, _ in }
    #expect((error as? CallError)?.code == .configuration)
    #expect(call.recent.calls.first?.outcome == .failed(.configuration, .preparation))
  }

  @Test func `cancelled while it encodes, a call is cancelled`() throws {
    let (error, call) = try outcome { _, cancel in cancel() }
    #expect(error is CancellationError)
    #expect(call.recent.calls.first?.outcome == .cancelled)
  }

  @Test func `shut down while it encodes, a call says so`() throws {
    let (error, call) = try outcome { client, _ in client.close(.cancelling) }
    #expect((error as? CallError)?.code == .shutDown)
    #expect((error as? CallError)?.outcome == .notSent)
    #expect(call.recent.calls.first?.outcome == .failed(.shutDown, .preparation))
  }
}
