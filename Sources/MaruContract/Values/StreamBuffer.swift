/// What becomes of elements that come faster than they are read.
///
/// Whatever is dropped is counted, and the reader can see the count.
public enum StreamBuffer: Sendable, Hashable {
  /// Keeps the latest so many and drops what is older: for states, of which only the last counts.
  case newest(Int)
  /// Keeps the first so many and drops what comes on top.
  case oldest(Int)
  /// Keeps everything. Dangerous: a reader that is slow, or has stopped reading without ending,
  /// fills the memory.
  case unbounded
}
