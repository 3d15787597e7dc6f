/// How much of a stream is held at most while an event is not whole.
///
/// The standard has no limits; without them a server that never ends a line fills the memory.
public struct EventParserLimits: Sendable, Hashable {
  /// Bytes of a line. 1 MiB unless told: long enough for any JSON that is meant as an event.
  public var maximumLineBytes: Int
  /// Bytes of an event's data, all its lines together. 1 MiB unless told.
  public var maximumEventBytes: Int

  /// Makes limits.
  public init(maximumLineBytes: Int = 1 << 20, maximumEventBytes: Int = 1 << 20) {
    self.maximumLineBytes = maximumLineBytes
    self.maximumEventBytes = maximumEventBytes
  }
}

/// A stream holds more than its reader has room for. Nothing after it can be read.
@nonexhaustive
public enum EventParserFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line is longer than this many bytes.
  case lineTooLong(limit: Int)
  /// An event's data is longer than this many bytes.
  case eventTooLarge(limit: Int)

  /// What was expected, without anything of the stream.
  public var description: String {
    switch self {
    case .lineTooLong(let limit): "expected lines of at most \(limit) bytes, found a longer one"
    case .eventTooLarge(let limit): "expected events of at most \(limit) bytes, found a larger one"
    }
  }
}
