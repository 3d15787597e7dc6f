internal import MaruContract
internal import MaruSystem

/// One connection as its carrier sees it: where to go on, and where to put what comes.
public final class EventConnection<Event: Sendable>: Sendable {
  /// What a stream knows, over all its connections.
  struct Record: Sendable {
    var lastEventID: String
    var retry: Duration?
    /// When the present connection was let in.
    var opened: MonotonicInstant?
  }
  private let record: Locked<Record>
  private let queue: EventQueue<Event>
  private let board: StateBoard
  private let clock: any MonotonicClock

  init(
    _ record: Locked<Record>, queue: EventQueue<Event>, board: StateBoard,
    clock: any MonotonicClock
  ) {
    self.record = record
    self.queue = queue
    self.board = board
    self.clock = clock
  }

  /// Where the last event left off that was handed out; empty at the beginning.
  public var lastEventID: String { record.withLock { $0.lastEventID } }

  /// The server has let the connection in.
  public func opened() {
    let now = clock.now()
    record.withLock { $0.opened = now }
    board.post(.open)
  }

  /// The server asks to wait at least so long before the next connection.
  public func retry(after wait: Duration) {
    record.withLock { $0.retry = wait }
  }

  /// The position has moved without an event.
  public func move(to id: String) {
    record.withLock { $0.lastEventID = id }
  }

  /// Hands an event out; waits for room where the buffer says so.
  ///
  /// - Parameters:
  ///   - event: what the reader gets.
  ///   - id: where to go on behind it.
  /// - Throws: `CancellationError` once nobody reads any more.
  public func deliver(_ event: Event, id: String) async throws {
    guard try await queue.put(event) else { throw CancellationError() }
    move(to: id)
  }
}
