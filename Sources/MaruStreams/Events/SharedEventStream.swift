internal import MaruSystem

/// One connection's events for many readers; see ``EventStream/shared(replay:)``.
public struct SharedEventStream<Event: Sendable>: AsyncSequence, Sendable {
  /// What the server tells, as the app reads it.
  public typealias Element = Event
  /// `CallError` or `CancellationError`.
  public typealias Failure = any Error

  private let stream: EventStream<Event>
  private let hub: EventHub<Event>

  init(_ stream: EventStream<Event>, replay: Int) {
    self.stream = stream
    hub = EventHub(stream, replay: replay)
  }

  /// How many events have been dropped for want of room, over all readers.
  public var droppedEvents: Int { stream.droppedEvents }

  /// Each change of the connection from now on.
  public var states: ConnectionStates { stream.states }

  /// How many are reading.
  public var readerCount: Int { hub.readerCount }

  /// Makes an iterator that joins when it is first asked.
  public func makeAsyncIterator() -> EventStream<Event>.Iterator {
    EventStream<Event>.Iterator(open: { [hub] in hub.join() })
  }
}

/// Hands one connection's events on to those who have joined.
final class EventHub<Event: Sendable>: Sendable {
  private struct State {
    var lastNumber = 0
    var readers: [Int: EventQueue<Event>] = [:]
    var latest: [Event] = []
    /// Which connection is the present one: an older one that is ending does nothing any more.
    var generation = 0
    var stop: (@Sendable () -> Void)?
    var isRunning = false

    var inOrder: [EventQueue<Event>] { readers.sorted { $0.key < $1.key }.map(\.value) }
  }
  private let state = Locked(State())
  private let stream: EventStream<Event>
  private let replay: Int

  init(_ stream: EventStream<Event>, replay: Int) {
    self.stream = stream
    self.replay = max(replay, 0)
  }

  var readerCount: Int { state.withLock { $0.readers.count } }

  func join() -> EventReader<Event> {
    let queue = stream.queue()
    let (number, latest, generation) = state.withLock { state -> (Int, [Event], Int?) in
      state.lastNumber += 1
      state.readers[state.lastNumber] = queue
      if state.isRunning { return (state.lastNumber, state.latest, nil) }
      state.isRunning = true
      state.generation += 1
      return (state.lastNumber, [], state.generation)
    }
    queue.prefill(latest)
    // Strong: the reader keeps the hub for as long as it reads.
    queue.whenLeft { self.leave(number) }
    if let generation { start(generation) }
    return EventReader(queue)
  }

  private func start(_ generation: Int) {
    // Owned by the readers: the last one that leaves cancels it.
    let task = Task(executorPreference: stream.executor) { [self] in
      let reader = stream.unbuffered()
      do {
        while let event = try await reader.next() {
          for queue in take(event, generation) { try await queue.put(event) }
        }
        end(generation, nil)
      } catch {
        end(generation, error)
      }
    }
    let isLate = state.withLock { state in
      guard state.generation == generation, state.isRunning else { return true }
      state.stop = { task.cancel() }
      return false
    }
    if isLate { task.cancel() }
  }

  private func take(_ event: Event, _ generation: Int) -> [EventQueue<Event>] {
    state.withLock { state in
      guard state.generation == generation else { return [] }
      if replay > 0 {
        state.latest.append(event)
        if state.latest.count > replay { state.latest.removeFirst() }
      }
      return state.inOrder
    }
  }

  private func end(_ generation: Int, _ error: (any Error)?) {
    let queues = state.withLock { state -> [EventQueue<Event>] in
      guard state.generation == generation, state.isRunning else { return [] }
      defer { state.readers = [:] }
      state.isRunning = false
      state.stop = nil
      state.latest = []
      return state.inOrder
    }
    for queue in queues { queue.finish(error) }
  }

  private func leave(_ number: Int) {
    let stop = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.readers.removeValue(forKey: number) != nil, state.readers.isEmpty else {
        return nil
      }
      defer { state.stop = nil }
      state.isRunning = false
      state.latest = []
      return state.stop
    }
    stop?()
  }
}
