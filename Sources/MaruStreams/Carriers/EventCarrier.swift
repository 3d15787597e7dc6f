public import MaruContract

/// What brings events: server-sent events, a socket, polling. One connection at a time and iterator.
///
/// A carrier makes one connection and hands out what comes. It does not come back by itself: the
/// stream decides that, the same way for all.
public protocol EventCarrier<Event>: Sendable {
  /// What it brings.
  associatedtype Event: Sendable

  /// Connects, goes on behind ``EventConnection/lastEventID``, and hands out events until the
  /// connection is over.
  ///
  /// Returns, or throws, only when nothing of the connection is left. Cancelling the task ends it at
  /// once.
  ///
  /// - Returns: how it ended, if nothing failed: `noContent` ends the stream.
  /// - Throws: `CallError`, of which those end the stream that will not pass by themselves;
  ///   `CancellationError` if the task was cancelled.
  func connect(_ connection: EventConnection<Event>) async throws -> OpeningEnd
}
