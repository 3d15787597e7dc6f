public import MaruContract
internal import MaruSystem

/// A server's events as a sequence that comes back by itself and ends with its reader.
///
/// ```swift
/// for try await event in client.events(.events("/v1/events"), as: changes) { … }
/// ```
///
/// - **Cold.** Nothing is connected until the first event is asked for. Each iterator has a connection
///   of its own; ``shared(replay:)`` makes many readers share one.
/// - **Order** is the server's. After a lost connection it goes on behind the last event
///   (`Last-Event-ID`); nothing comes twice and nothing is missing if the server keeps its promise and
///   sends what follows that id. Where events have no id, what was sent in between is missing.
/// - **It ends** with nil when the server says so (204), or after a clean end if
///   ``EventStreamOptions/whenEnded`` says so; with a `CallError` that will not pass by itself (400,
///   401 after the one refresh of each connection, 403, 404, another content type, an event that can't
///   be read, a sign-out, a shutdown of the client); and with `CancellationError` if and only if the
///   reading task was cancelled. After that it stays ended.
/// - **Buffer.** ``EventStreamOptions/buffer`` says what a full one does; what is dropped is counted at
///   ``droppedEvents``.
/// - **Leaving** in any way (`break`, an error, cancelling, letting go of the iterator) ends the
///   connection at once and once. The loop does not wait for that.
///
/// Source: WHATWG HTML §9.2, of which it departs in two: 5xx, 408, 425 and 429 are asked again, since
/// servers restart; and waits grow and are jittered.
public struct EventStream<Event: Sendable>: AsyncSequence, Sendable {
  /// What the server tells, as the app reads it.
  public typealias Element = Event
  /// `CallError` or `CancellationError`.
  public typealias Failure = any Error

  private let carrier: any EventCarrier<Event>
  private let means: TimeAndChance
  private let options: EventStreamOptions
  private let board = StateBoard()
  private let drops = Locked(0)

  /// Makes a stream of what a carrier brings; nothing happens until it is read.
  ///
  /// Apps use `client.events(…)`.
  public init(
    _ carrier: some EventCarrier<Event>, options: EventStreamOptions, timeAndChance: TimeAndChance
  ) {
    self.carrier = carrier
    self.options = options
    means = timeAndChance
  }

  /// How many events have been dropped for want of room, over all iterators.
  public var droppedEvents: Int { drops.withLock { $0 } }

  /// Each change of its connections from now on.
  public var states: ConnectionStates { ConnectionStates(board: board) }

  /// The same events for many readers over one connection.
  ///
  /// Hot while somebody reads: the first reader opens the connection, the last one who leaves ends it,
  /// and who comes later gets what follows, after the latest `replay` events of that connection. Each
  /// reader has a buffer of its own; one that suspends holds all back.
  ///
  /// - Parameter replay: how many of the latest events a reader gets that comes later; 0: none.
  public func shared(replay: Int) -> SharedEventStream<Event> {
    SharedEventStream(self, replay: replay)
  }

  /// Where a hub's task runs; nil: where the app's do.
  var executor: (any TaskExecutor)? { means.executor }

  /// Room for one reader's events, and the count of what is dropped.
  func queue(_ buffer: EventBuffer? = nil) -> EventQueue<Event> {
    EventQueue(
      buffer ?? options.buffer, countDrop: { [drops] in drops.withLock { $0 += 1 } })
  }

  /// Makes an iterator that connects when it is first asked.
  public func makeAsyncIterator() -> Iterator {
    Iterator(open: { [self] in open(buffer: options.buffer) })
  }

  /// The stream with room for one event, for a hub that hands them on.
  func unbuffered() -> EventReader<Event> { open(buffer: .suspend(1)) }

  private func open(buffer: EventBuffer) -> EventReader<Event> {
    let queue = queue(buffer)
    let pump = EventPump(
      carrier: carrier, queue: queue, board: board, options: options, means: means)
    // Owned by the reader: it is cancelled when that leaves, and ends by itself with the stream.
    let task = Task(executorPreference: means.executor) { await pump.run() }
    queue.whenLeft { task.cancel() }
    return EventReader(queue)
  }

  /// Reads one connection.
  public struct Iterator: AsyncIteratorProtocol {
    private var open: (() -> EventReader<Event>)?
    private var reader: EventReader<Event>?

    init(open: @escaping () -> EventReader<Event>) {
      self.open = open
    }

    /// The next event; nil when the stream has ended.
    ///
    /// - Throws: `CallError`, or `CancellationError` if and only if the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Event? {
      if let open {
        try Task.checkCancellation()
        self.open = nil
        reader = open()
      }
      return try await reader?.next()
    }

    /// The next event.
    public mutating func next() async throws -> Event? { try await next(isolation: nil) }
  }
}

/// An iterator's place: letting go of it is leaving.
final class EventReader<Event: Sendable>: Sendable {
  private let queue: EventQueue<Event>

  init(_ queue: EventQueue<Event>) {
    self.queue = queue
  }

  deinit { queue.leave() }

  func next() async throws -> Event? { try await queue.next() }
}
