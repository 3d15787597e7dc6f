/// Reads server-sent events out of bytes that come in pieces (WHATWG HTML §9.2.5 and §9.2.6).
///
/// A value: it holds what the pieces have left unfinished, and does nothing by itself. However the
/// bytes are cut, the same events come out.
///
/// ```swift
/// var parser = EventParser()
/// var events: [ServerSentEvent] = []
/// try parser.read(piece, into: &events)
/// ```
///
/// Where the stream ends, nothing need be told: an event without its empty line never was one.
public struct EventParser: Sendable {
  /// The last event id that a whole event has set, to come back with; empty if none has.
  public private(set) var lastEventID: String
  /// How long the server asks to wait before coming back; nil if it has not asked.
  public private(set) var retry: Duration?

  private let limits: EventParserLimits
  /// The beginning of a line whose end has not come.
  private var line: [UInt8] = []
  /// The event's data: its lines with line feeds between them.
  private var data = ""
  /// The bytes of it as they came, a line feed behind each line; 0 if there is no line.
  private var dataBytes = 0
  private var type = ""
  private var id: String
  /// Whether the last byte was a carriage return, so that a line feed belongs to the same end.
  private var isAfterReturn = false
  private var isFirstLine = true
  private var failure: EventParserFailure?

  /// Makes a parser of a stream's beginning.
  ///
  /// - Parameters:
  ///   - lastEventID: what the client has come back with: it holds until an event says otherwise.
  ///   - limits: how much is held of an event that is not whole.
  public init(lastEventID: String = "", limits: EventParserLimits = EventParserLimits()) {
    self.lastEventID = lastEventID
    self.limits = limits
    id = lastEventID
  }

  /// Reads the next bytes and adds the events that they complete.
  ///
  /// - Throws: ``EventParserFailure`` once a limit is passed; from then on always the same. Events
  ///   that were whole before are in `events`.
  public mutating func read(
    _ bytes: [UInt8], into events: inout [ServerSentEvent]
  ) throws(EventParserFailure) {
    if let failure { throw failure }
    failure = readPiece(bytes, into: &events)
    if let failure { throw failure }
  }

  private mutating func readPiece(
    _ bytes: [UInt8], into events: inout [ServerSentEvent]
  ) -> EventParserFailure? {
    // A span: what is cut out of an array counts a reference each time.
    let piece = bytes.span
    let count = piece.count
    var start = 0
    if isAfterReturn, count > 0 {
      isAfterReturn = false
      if piece[0] == .lineFeed { start = 1 }
    }
    while true {
      let end = Self.lineEnd(in: piece, from: start)
      let part = piece.extracting(start..<end)
      guard line.count + part.count <= limits.maximumLineBytes else {
        return .lineTooLong(limit: limits.maximumLineBytes)
      }
      guard end < count else {
        Self.append(part, to: &line)
        return nil
      }
      if let failure = finishLine(with: part, into: &events) { return failure }
      start = end + 1
      if piece[end] == .carriageReturn {
        if start == count {
          isAfterReturn = true
        } else if piece[start] == .lineFeed {
          start += 1
        }
      }
    }
  }

  /// The next line feed or carriage return; the count if there is none.
  private static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    // Eight bytes at a time: a borrow reaches the top bit of a byte below 0x0E, unless the byte has that
    // bit itself. Only a byte above such a one can be taken for one, so the lowest is right.
    let lowest: UInt64 = 0x0E0E_0E0E_0E0E_0E0E
    let top: UInt64 = 0x8080_8080_8080_8080
    while index + 8 <= bytes.count {
      // unsafe: eight bytes are left, and any eight are a number.
      let word = unsafe UInt64(
        littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let low = (word &- lowest) & ~word & top
      guard low != 0 else {
        index += 8
        continue
      }
      index += low.trailingZeroBitCount / 8
      if bytes[index] == .lineFeed || bytes[index] == .carriageReturn { return index }
      index += 1
    }
    while index < bytes.count, bytes[index] != .lineFeed, bytes[index] != .carriageReturn {
      index += 1
    }
    return index
  }

  private mutating func finishLine(
    with part: Span<UInt8>, into events: inout [ServerSentEvent]
  ) -> EventParserFailure? {
    if line.isEmpty { return take(part, into: &events) }
    Self.append(part, to: &line)
    // Taken out, so that the line can be read while the parser changes; its room is used again.
    var whole: [UInt8] = []
    swap(&whole, &line)
    let failure = take(whole.span, into: &events)
    whole.removeAll(keepingCapacity: whole.capacity <= Self.roomToKeep)
    swap(&whole, &line)
    return failure
  }

  /// Takes one line without its end (§9.2.6, the steps for a line).
  private mutating func take(
    _ whole: Span<UInt8>, into events: inout [ServerSentEvent]
  ) -> EventParserFailure? {
    var line = whole
    if isFirstLine {
      isFirstLine = false
      // §9.2.5: one byte order mark at the start belongs to no line.
      if line.count >= 3, line[0] == 0xEF, line[1] == 0xBB, line[2] == 0xBF {
        line = line.extracting(3..<line.count)
      }
    }
    guard !line.isEmpty else {
      dispatch(into: &events)
      return nil
    }
    var colon = 0
    while colon < line.count, line[colon] != .colon { colon += 1 }
    guard let field = Field(line, count: colon) else { return nil }
    var start = min(colon + 1, line.count)
    if start < line.count, line[start] == .space { start += 1 }
    let value = line.extracting(start..<line.count)
    switch field {
    case .data:
      guard dataBytes + value.count <= limits.maximumEventBytes else {
        return .eventTooLarge(limit: limits.maximumEventBytes)
      }
      // Line by line, which comes to the same: no character reaches over a line feed.
      if dataBytes == 0 { data = Self.text(value) } else { data += "\n" + Self.text(value) }
      dataBytes += value.count + 1
    case .event:
      type = Self.text(value)
    case .id:
      // An id with NUL can't be sent back in a field, and is as if it were not there.
      if !value.indices.contains(where: { value[$0] == 0 }) { id = Self.text(value) }
    case .retry:
      if let milliseconds = Self.number(value) { retry = .milliseconds(milliseconds) }
    }
    return nil
  }

  /// An empty line ends an event (§9.2.6, "dispatch the event").
  private mutating func dispatch(into events: inout [ServerSentEvent]) {
    lastEventID = id
    if dataBytes > 0 {
      events.append(
        ServerSentEvent(
          type: type.isEmpty ? ServerSentEvent.defaultType : type, data: data, id: id))
      data = ""
      dataBytes = 0
    }
    type = ""
  }

  private static func text(_ bytes: Span<UInt8>) -> String {
    // unsafe: the pointer stays in the closure.
    unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  private static func append(_ bytes: Span<UInt8>, to line: inout [UInt8]) {
    // unsafe: the pointer stays in the closure.
    unsafe bytes.withUnsafeBufferPointer { unsafe line.append(contentsOf: $0) }
  }

  private enum Field {
    case data, event, id, retry

    /// Letter by letter: it is asked for every line, and takes a third of the time of a comparison
    /// of collections.
    init?(_ line: Span<UInt8>, count: Int) {
      func letter(_ offset: Int, _ scalar: Unicode.Scalar) -> Bool {
        line[offset] == UInt8(ascii: scalar)
      }
      switch count {
      case 2 where letter(0, "i") && letter(1, "d"):
        self = .id
      case 4 where letter(0, "d") && letter(1, "a") && letter(2, "t") && letter(3, "a"):
        self = .data
      case 5
      where letter(0, "e") && letter(1, "v") && letter(2, "e") && letter(3, "n") && letter(4, "t"):
        self = .event
      case 5
      where letter(0, "r") && letter(1, "e") && letter(2, "t") && letter(3, "r") && letter(4, "y"):
        self = .retry
      default: return nil
      }
    }
  }

  /// Digits and nothing else; a number that nobody can wait out counts as the largest there is.
  private static func number(_ digits: Span<UInt8>) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for index in digits.indices {
      guard (0x30...0x39).contains(digits[index]) else { return nil }
      let (tenfold, isOver) = number.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = tenfold.addingReportingOverflow(Int64(digits[index]) - 0x30)
      number = isOver || isBeyond || number == .max ? .max : sum
    }
    return number
  }

  /// What one long line has needed is not kept for the rest of the stream.
  private static let roomToKeep = 1 << 16
}

extension UInt8 {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let colon: UInt8 = 0x3A
}
