import MaruContract
import MaruStreams
import MaruSystem
import MaruTesting

/// A place whose source has one mistake, or none.
struct PlantedSource: Sendable {
  let world: SimulatedWorld
  let bug: PlantedSourceBug?
  let script: StreamSourceContract.Script
  let open = Locked(0)
  /// For `endsWithItsFirstReader`.
  let hasLeft = Locked(false)

  var place: StreamPlace {
    StreamPlace(open: { source($0) }, openConnections: { open.withLock { $0 } })
  }

  private func source(_ terms: StreamSourceTerms) -> StreamSource {
    var options = EventStreamOptions(terms)
    options.reconnect.baseDelay = .milliseconds(20)
    options.reconnect.maximumDelay = .milliseconds(100)
    // What connects for nobody must end some time: so must its world.
    if bug == .comesBackWhenCancelled { options.reconnect.maximumFailures = 2 }
    switch bug {
    case .ignoresTheEarlierPosition: options.lastEventID = ""
    case .dropsWhenSuspended:
      if case .suspend(let room) = options.buffer { options.buffer = .newest(room) }
    case .boundsWhatHasNoBound: if options.buffer == .unbounded { options.buffer = .oldest(2) }
    case .keepsTheOldest:
      if case .newest(let room) = options.buffer { options.buffer = .oldest(room) }
    case .keepsTheNewest:
      if case .oldest(let room) = options.buffer { options.buffer = .newest(room) }
    default: break
    }
    if let bug { options.decide = { bug.decide(&$0, $1) } }
    let carrier = ScriptedCarrier(
      script: script, clock: world.clock, executor: world, silence: terms.silence, bug: bug,
      open: open)
    let stream = EventStream(
      carrier, options: options,
      timeAndChance: TimeAndChance(clock: world.clock, random: world.random, executor: world))
    let (bug, world, hasLeft) = (bug, world, hasLeft)
    let dropped = { @Sendable in bug == .doesNotCount ? 0 : stream.droppedEvents }
    if bug == .sharesItsConnection {
      let shared = stream.shared(replay: 4)
      return StreamSource(shared, droppedEvents: dropped, event: { $0 })
    }
    let sequence = PlantedSequence(stream: stream, bug: bug, world: world, hasLeft: hasLeft)
    if bug == .connectsEarly { sequence.connect() }
    return StreamSource(sequence, droppedEvents: dropped, event: { $0 })
  }
}

/// A sequence with a mistake around an honest one.
struct PlantedSequence: AsyncSequence, Sendable {
  typealias Element = StreamSourceEvent
  let stream: EventStream<StreamSourceEvent>
  let bug: PlantedSourceBug?
  let world: SimulatedWorld
  let hasLeft: Locked<Bool>

  /// Reads one event for nobody.
  func connect() {
    _ = Task(executorPreference: world) {
      // Later than what was on its way when the reader left.
      try? await world.sleep(for: .milliseconds(300))
      var iterator = stream.makeAsyncIterator()
      _ = try? await iterator.next()
    }
  }

  func makeAsyncIterator() -> Iterator {
    if bug == .connectsWithItsIterator { connect() }
    return Iterator(sequence: self)
  }

  final class Iterator: AsyncIteratorProtocol {
    let sequence: PlantedSequence
    private var base: EventStream<StreamSourceEvent>.Iterator
    private let count = Locked(0)

    init(sequence: PlantedSequence) {
      self.sequence = sequence
      base = sequence.stream.makeAsyncIterator()
    }

    deinit {
      if count.withLock({ $0 }) > 0 { sequence.hasLeft.withLock { $0 = true } }
    }

    func next() async throws -> StreamSourceEvent? {
      let bug = sequence.bug
      if bug == .connectsWhenCancelled, Task.isCancelled { sequence.connect() }
      if bug == .endsWithItsFirstReader, sequence.hasLeft.withLock({ $0 }) { return nil }
      do {
        let event = try await step()
        if event != nil { count.withLock { $0 += 1 } }
        if event == nil, bug == .beginsAnew { base = sequence.stream.makeAsyncIterator() }
        return event
      } catch is CancellationError where bug == .reportsCancelling {
        throw CallError(.connectionLost, at: .attempt, reason: "cancelled")
      } catch let error as CancellationError where bug == .comesBackWhenCancelled {
        sequence.connect()
        throw error
      } catch let error as CancellationError where bug == .throwsSomethingElse {
        throw Gone(cause: error)
      }
    }

    private func step() async throws -> StreamSourceEvent? {
      guard sequence.bug == .hangsWhenCancelled else { return try await base.next() }
      do {
        return try await base.next()
      } catch let error as CancellationError {
        try await hang()
        throw error
      }
    }

    private func hang() async throws {
      let world = sequence.world
      // Not cancelled with its caller.
      try await Task(executorPreference: world) { try await world.sleep(for: .seconds(100)) }.value
    }
  }

  struct Gone: Error { let cause: any Error }
}
