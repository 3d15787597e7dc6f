import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruSystem
import MaruTesting

/// A reader of a server's numbered events, on a network that breaks, in one world.
///
/// The server keeps its promise: it sends what follows the id that it is asked for. Everything else it
/// may do wrong: end, cut, reset, stay silent, refuse, send halves.
final class StreamScenario: Sendable {
  /// How the reader goes.
  enum Leaving: Sendable { case readsAll, breaks(after: Int), isCancelled(after: Duration) }
  /// How the loop ended.
  enum End: Sendable, Equatable { case finished, broke, cancelled, failed(CallError.Code) }
  /// A wait that the stream took, and what the server had asked for.
  struct Wait: Sendable {
    var begun: MonotonicInstant
    var least: Duration
    var asked: Duration
    var ended: MonotonicInstant?
  }
  struct Seen: Sendable {
    var events: [Int] = []
    var end: End?
    var endTime: MonotonicInstant?
    var cancelTime: MonotonicInstant?
    var dropped = 0
    var waits: [Wait] = []
    var mostAtOnce = 0
    var hasBegunBeforeReading = false
    /// The latest `retry` and `Retry-After` that the server has said, when it said them.
    var retryAfter = Duration.zero
  }

  let world: SimulatedWorld
  let total: Int
  let buffer: EventBuffer
  let leaving: Leaving
  let pace: ClosedRange<Int>
  let idle = Duration.seconds(20)
  let bug: PlantedStreamBug?
  let seen = Locked(Seen())
  let transport: FakeTransport
  let client: MaruClient

  init(world: SimulatedWorld, bug: PlantedStreamBug? = nil) throws {
    self.world = world
    self.bug = bug
    let random = world.random
    let total = random.integer(in: 1...world.size(1...12))
    self.total = total
    let room = random.integer(in: 1...4)
    switch random.integer(in: 0...3) {
    case 0: buffer = .suspend(room)
    case 1: buffer = .newest(room)
    case 2: buffer = .oldest(room)
    default: buffer = .unbounded
    }
    switch random.integer(in: 0...3) {
    case 0: leaving = .breaks(after: random.integer(in: 1...4))
    case 1: leaving = .isCancelled(after: random.milliseconds(0...40_000))
    default: leaving = .readsAll
    }
    pace = random.happens(percent: 50) ? 0...0 : 0...3_000
    let faults = NetworkFaults(
      unreachable: 5, dropBeforeSend: 5, dropAfterWork: 5, stall: 3, resetInBody: 10, split: 60,
      latency: 0...200)
    let server = ModelEventServer(
      random: random, times: (0..<total).map { _ in random.integer(in: 0...20_000) }.sorted())
    let seen = seen
    transport = FakeTransport(clock: world.clock, random: random, faults: faults) { request in
      let answer = server.answer(request)
      if let wait = answer.retryAfter { seen.withLock { $0.retryAfter = wait } }
      return answer.acts
    }
    client = try MaruClient(
      try MaruClient.Configuration(
        baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: random, executor: world))
  }

  private func stream() -> EventStream<Int> {
    var options = EventStreamOptions()
    options.buffer = bug == .losesWhatIsSlow ? .newest(1) : buffer
    options.idle = idle
    let (bug, seen, clock) = (bug, seen, world.clock)
    options.decide = { machine, event in
      let now = clock.now()
      if case .waited = event {
        seen.withLock { seen in
          if !seen.waits.isEmpty { seen.waits[seen.waits.count - 1].ended = now }
        }
      }
      let action = bug?.decide(&machine, event) ?? machine.handle(event)
      if case .wait(let least, _) = action {
        seen.withLock { seen in
          seen.waits.append(
            Wait(begun: now, least: least, asked: Self.asked(by: event, seen)))
        }
      }
      return action
    }
    let kinds = EventKinds<Int>(unknown: { _ in -1 }).kind("number") { Int($0.data) ?? -2 }
    let opening: any ResponseOpening =
      bug.map { PlantedClient(bug: $0, world: world, honest: client) } ?? client
    return opening.events(
      .events("/v1/numbers", credential: .none), as: kinds, options: options)
  }

  /// What the server has asked for after this failure, known without the machine.
  private static func asked(by event: ConnectionMachine.Event, _ seen: Seen) -> Duration {
    if case .failed(let error, _) = event, error.status == 503 { return seen.retryAfter }
    return .zero
  }

  func run() throws {
    try world.run { [self] in
      let stream = stream()
      // Nobody reads yet: whatever is begun now has begun too early.
      try await world.sleep(for: .milliseconds(5))
      seen.withLock { $0.hasBegunBeforeReading = transport.performCount > 0 }
      let task = Task(executorPreference: world) { [self] in await read(stream) }
      if case .isCancelled(let delay) = leaving {
        try await world.sleep(for: delay)
        if seen.withLock({ $0.end == nil }) {
          seen.withLock { $0.cancelTime = world.clock.now() }
          world.note("cancelled")
          task.cancel()
        }
      }
      await Waiting.for("the reader") { await task.value }
      seen.withLock { $0.dropped = stream.droppedEvents }
    }
  }

  private func read(_ stream: EventStream<Int>) async {
    let end: End
    do {
      end = try await loop(stream)
    } catch is CancellationError {
      end = .cancelled
    } catch let error as CallError {
      end = .failed(error.code)
    } catch {
      end = .failed(.configuration)
    }
    let now = world.clock.now()
    world.note("the reader ended: \(end)")
    seen.withLock { seen in
      seen.end = end
      seen.endTime = now
    }
  }

  private func loop(_ stream: EventStream<Int>) async throws -> End {
    var count = 0
    for try await number in stream {
      world.note("read \(number)")
      let open = transport.openCount
      seen.withLock { seen in
        seen.events.append(number)
        seen.mostAtOnce = max(seen.mostAtOnce, open)
      }
      count += 1
      if case .breaks(let last) = leaving, count == last { return .broke }
      if pace != 0...0 { try await world.sleep(for: world.random.milliseconds(pace)) }
    }
    return .finished
  }
}
