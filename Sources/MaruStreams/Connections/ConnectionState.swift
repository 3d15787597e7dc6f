public import MaruContract

/// How a stream's connection stands, for a sign beside what it shows.
@nonexhaustive
public enum ConnectionState: Sendable, Equatable {
  /// It is being made.
  case connecting
  /// The server has let it in.
  case open
  /// It was lost or refused and is made again after this long.
  case waiting(Duration, after: CallError?)
  /// It is over for good: by the server's word, by an error, or because nobody reads any more.
  case ended(CallError?)
}

/// Each change of a stream's connections, from the moment at which a loop begins.
///
/// Hot; in order. A loop that is behind keeps the newest 16. If several iterators read the stream,
/// the changes of all their connections come, each as it happens. It ends when the stream and all that
/// read it are gone, or when its task is cancelled.
public struct ConnectionStates: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = ConnectionState
  /// It never fails.
  public typealias Failure = Never
  let board: StateBoard

  /// Begins with the next change.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: board.subscribe().makeAsyncIterator())
  }

  /// One loop's place among the changes.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<ConnectionState>.Iterator

    /// The next change; nil once there can be none, or the task is cancelled.
    public mutating func next() async -> ConnectionState? { await base.next() }
  }
}
