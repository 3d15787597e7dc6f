/// Writes server-sent events for a client to read (WHATWG HTML §9.2.5); for servers.
public enum EventSerializer {
  /// The media type of a response that is made of these.
  public static let mediaType = "text/event-stream"

  /// An event's bytes.
  ///
  /// A line of data ends at CR, LF or CRLF, and all come out as LF at the other end: the format can't
  /// carry the difference.
  /// - Parameters:
  ///   - type: what kind of event it is; the standard's `message` is not written.
  ///   - data: its text; may be empty.
  ///   - id: what the client is to come back with; nil leaves the one before, empty takes it back.
  /// - Throws: ``NotAnEvent`` for a type or id with a line end, an id with NUL, and an empty type.
  public static func bytes(
    type: String = ServerSentEvent.defaultType, data: String, id: String? = nil
  ) throws(NotAnEvent) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.utf8.count + type.utf8.count + 32)
    if let id {
      guard !id.utf8.contains(0), !hasLineEnd(id) else {
        throw NotAnEvent(problem: "an id with a line end or NUL")
      }
      append("id", id.utf8, to: &bytes)
    }
    guard !type.isEmpty, !hasLineEnd(type) else {
      throw NotAnEvent(problem: "a type that is empty or has a line end")
    }
    if type != ServerSentEvent.defaultType { append("event", type.utf8, to: &bytes) }
    for line in lines(of: data) { append("data", line, to: &bytes) }
    bytes.append(.lineFeed)
    return bytes
  }

  /// Asks the client to wait so long before it comes back; whole milliseconds, none below zero.
  public static func retry(_ wait: Duration) -> [UInt8] {
    let (seconds, attoseconds) = max(wait, .zero).components
    let (thousandfold, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
    let milliseconds = isOver ? Int64.max : thousandfold + attoseconds / 1_000_000_000_000_000
    return Array("retry: \(milliseconds)\n\n".utf8)
  }

  /// A line that no client shows: it keeps a connection from looking dead.
  public static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  private static func append(
    _ name: String, _ value: some Sequence<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: name.utf8)
    // The space is taken off again by the reader, and only one: a value may begin with another.
    bytes.append(.colon)
    bytes.append(.space)
    bytes.append(contentsOf: value)
    bytes.append(.lineFeed)
  }

  private static func hasLineEnd(_ text: String) -> Bool {
    text.utf8.contains { $0 == .lineFeed || $0 == .carriageReturn }
  }

  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == .lineFeed || bytes[index] == .carriageReturn else { continue }
      lines.append(bytes[start..<index])
      if bytes[index] == .carriageReturn, index + 1 < bytes.count, bytes[index + 1] == .lineFeed {
        index += 1
      }
      start = index + 1
    }
    lines.append(bytes[start...])
    return lines
  }
}

/// What was to be written can't be an event.
public struct NotAnEvent: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found; never the text.
  public let problem: String

  /// What was expected and found.
  public var description: String { "expected what an event stream can carry, found \(problem)" }
}
