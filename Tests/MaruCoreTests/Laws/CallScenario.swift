import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// What one call did, seen from outside.
struct CallRecord: Sendable {
  enum End: Sendable {
    case value, cancelled
    case error(CallError)
    case strange(String)
  }
  var id: String
  var method: RequestMethod
  var isRepeatable: Bool
  var start: MonotonicInstant
  var deadline: Duration
  var cancelledAt: MonotonicInstant?
  var end: End?
  var endedAt: MonotonicInstant?
}

/// A dozen calls at once through a whole client, in one world.
final class CallScenario: Sendable {
  typealias Decide =
    @Sendable (inout CallMachine, CallMachine.Event, MonotonicInstant) ->
    CallMachine.Action

  let world: SimulatedWorld
  let server: ModelServer
  let watch: Watch
  private let client: MaruClient
  private let transport: FakeTransport
  private let callCount: Int
  let records = Locked<[CallRecord]>([])

  init(
    world: SimulatedWorld, calls: Int? = nil, mood: ModelServer.Mood = .mixed,
    faults: NetworkFaults = .rough,
    decide: @escaping Surroundings.Decide = { $0.handle($1, at: $2) }
  ) throws {
    self.world = world
    callCount = calls ?? world.size(1...16)
    let server = ModelServer(world: world, mood: mood)
    self.server = server
    let transport = FakeTransport(
      clock: world.clock, random: world.random, faults: faults, server: { server.answer($0) })
    self.transport = transport
    let watch = Watch(world: world)
    self.watch = watch
    var surroundings = Surroundings(
      clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world)
    surroundings.decide = { machine, event, now in
      watch.saw(event, in: machine.state)
      return decide(&machine, event, now)
    }
    var configuration = try MaruClient.Configuration(
      baseURL: URL(string: ModelServer.home)!)  // A constant that is an address.
    configuration.limits.attempt = .seconds(4)
    configuration.makesTraces = true
    client = try MaruClient(
      configuration, transport: WatchedTransport(base: transport, watch: watch),
      ownership: .client, credentials: ModelProvider(world: world, server: server),
      surroundings: surroundings, observers: [watch])
  }

  /// Makes the calls, waits for all, shuts down.
  func run() throws {
    try world.run { [self] in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<callCount { group.addTask { await self.call(number) } }
        group.addTask {
          // The server changes its mind about tokens now and then.
          for _ in 0..<2 {
            try? await self.world.sleep(for: self.world.random.milliseconds(10...400))
            self.server.revoke()
          }
        }
        if world.random.happens(percent: 12) {
          group.addTask {
            try? await self.world.sleep(for: self.world.random.milliseconds(0...3_000))
            await self.client.shutdown(
              self.world.random.happens(percent: 70) ? .cancelling : .finishing)
          }
        }
      }
      await client.shutdown(.cancelling)
    }
  }

  private func call(_ number: Int) async {
    let random = world.random
    let id = "call-\(number)"
    let delay = random.milliseconds(0...200)
    try? await world.sleep(for: delay)
    let choice = random.integer(in: 0...6)
    let deadline: Duration = .milliseconds(random.integer(in: 200...12_000))
    let (method, isRepeatable) = Self.kind(choice)
    let index = records.withLock { records in
      records.append(
        CallRecord(
          id: id, method: method, isRepeatable: isRepeatable, start: world.clock.now(),
          deadline: deadline))
      return records.count - 1
    }
    let cancels = random.happens(percent: 25)
    let cancelDelay = random.happens(percent: 20) ? .zero : random.milliseconds(0...2_500)
    let closes = random.integer(in: 1...200) == 1
    let cancelsInDecoding = random.happens(percent: 4)
    let task = Task(executorPreference: world) {
      try await self.send(
        choice, id: id, deadline: deadline, cancelsInDecoding: cancelsInDecoding, index: index)
    }
    watch.register(task: task, index: index)
    if closes { Task(executorPreference: world) { self.client.close(.cancelling) } }
    async let canceller: Void = cancel(task, index: index, after: cancels ? cancelDelay : nil)
    let end: CallRecord.End
    do {
      _ = try await task.value
      end = .value
    } catch is CancellationError {
      end = .cancelled
    } catch let error as CallError {
      end = .error(error)
    } catch {
      end = .strange("\(error)")
    }
    records.withLock {
      $0[index].end = end
      $0[index].endedAt = world.clock.now()
    }
    world.note("\(id) ended: \(end)")
    await canceller
  }

  private func cancel(
    _ task: Task<Int, any Error>, index: Int, after delay: Duration?
  ) async {
    guard let delay else { return }
    try? await world.sleep(for: delay)
    markCancelled(index)
    task.cancel()
  }

  private func markCancelled(_ index: Int) {
    let now = world.clock.now()
    let id = records.withLock { records in
      guard records[index].end == nil else { return "" }
      records[index].cancelledAt = records[index].cancelledAt ?? now
      return records[index].id
    }
    watch.markCancelled(id)
  }

  private static func kind(_ choice: Int) -> (RequestMethod, Bool) {
    switch choice {
    case 0, 1: (.get, true)
    case 2: (.put, true)
    case 3: (.delete, true)
    case 4: (.post, false)
    case 5: (.post, true)
    default: (.patch, true)
    }
  }

  private struct Answer: Decodable { var value: Int }

  private func send(
    _ choice: Int, id: String, deadline: Duration, cancelsInDecoding: Bool, index: Int
  ) async throws -> Int {
    let (method, _) = Self.kind(choice)
    let decoder = JSONBodyDecoder.standard
    let decode: @Sendable ([UInt8]) throws -> Int = { bytes in
      if cancelsInDecoding { self.interrupt(index) }
      return try decoder.decode(Answer.self, from: bytes).value
    }
    let zero: @Sendable () -> Int = { 0 }
    let format = ResponseFormat<Int>(
      accepts: decoder.mediaTypes, reads: { decoder.reads($0) },
      readsCharset: { decoder.reads(charset: $0) }, emptyValue: method == .delete ? zero : nil,
      decode: decode)
    let context = try CallContext(
      tenant: "\(ModelServer.secret)-tenant", user: "\(ModelServer.secret)-user",
      requestID: RequestID(id), language: "ko-KR")
    let isWrite = !method.isSafe
    let endpoint = Endpoint<Int>(
      method, "/\(ModelServer.secret)/things/\(choice)",
      query: ["q": ModelServer.secret],
      body: isWrite ? .json(["text": ModelServer.secret]) : .none, response: format,
      credential: choice == 1 ? .optional : choice == 2 ? .none : .required,
      idempotency: choice >= 5 ? .key : .asMethod, deadline: deadline,
      headers: [try EndpointHeader("X-Device", ModelServer.secret, isSecret: true)])
    return try await client.send(endpoint, context: context)
  }

  /// Ends a call while it is being decoded, which no other task of one thread can do.
  private func interrupt(_ index: Int) {
    if world.random.happens(percent: 20) {
      client.close(.cancelling)
    } else {
      markCancelled(index)
      watch.cancelTask(index)
    }
  }
}
