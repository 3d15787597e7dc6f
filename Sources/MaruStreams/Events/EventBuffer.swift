/// What becomes of events that come faster than they are read.
///
/// Whatever is dropped is counted, and the reader sees the count at ``EventStream/droppedEvents``.
public enum EventBuffer: Sendable, Hashable {
  /// Keeps so many, at least one, and then stops reading from the connection: nothing is dropped, and
  /// the server is held back where the transport can.
  case suspend(Int)
  /// Keeps the latest so many and drops what is older: for states, of which only the last counts.
  case newest(Int)
  /// Keeps the first so many and drops what comes on top.
  case oldest(Int)
  /// Keeps everything. Dangerous: a reader that is slow, or has stopped reading without ending,
  /// fills the memory.
  case unbounded
}
