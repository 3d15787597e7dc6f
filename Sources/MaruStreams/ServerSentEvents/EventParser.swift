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
  /// The event's data, each line with a line feed behind it.
  private var data: [UInt8] = []
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
    var start = 0
    if isAfterReturn, let first = bytes.first {
      isAfterReturn = false
      if first == .lineFeed { start = 1 }
    }
    var index = start
    let count = bytes.count
    while true {
      index = Self.lineEnd(in: bytes, from: index)
      guard index < count else { break }
      let byte = bytes[index]
      if let failure = finishLine(with: bytes, start..<index, into: &events) { return failure }
      index += 1
      if byte == .carriageReturn {
        if index == count {
          isAfterReturn = true
        } else if bytes[index] == .lineFeed {
          index += 1
        }
      }
      start = index
    }
    guard line.count + count - start <= limits.maximumLineBytes else {
      return .lineTooLong(limit: limits.maximumLineBytes)
    }
    line.append(contentsOf: bytes[start...])
    return nil
  }

  /// The next line feed or carriage return; the count if there is none.
  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    // Eight bytes at a time while none of them is below 0x0E: a borrow reaches the top bit of a byte
    // that is, unless the byte has that bit itself. A byte above one that is can be taken for one,
    // so what is found is looked at again.
    let lowest: UInt64 = 0x0E0E_0E0E_0E0E_0E0E
    let top: UInt64 = 0x8080_8080_8080_8080
    // unsafe: the pointer stays in the closure, and a word is read only where eight bytes are left.
    unsafe bytes.withUnsafeBytes { all in
      while index + 8 <= all.count {
        // unsafe: the word ends before the buffer does.
        let word = unsafe all.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard (word &- lowest) & ~word & top == 0 else { return }
        index += 8
      }
    }
    while index < bytes.count, bytes[index] != .lineFeed, bytes[index] != .carriageReturn {
      index += 1
    }
    return index
  }

  private mutating func finishLine(
    with bytes: [UInt8], _ piece: Range<Int>, into events: inout [ServerSentEvent]
  ) -> EventParserFailure? {
    guard line.count + piece.count <= limits.maximumLineBytes else {
      return .lineTooLong(limit: limits.maximumLineBytes)
    }
    if line.isEmpty { return take(bytes, piece, into: &events) }
    line.append(contentsOf: bytes[piece])
    // Taken out, so that the line can be read while the parser changes; its room is used again.
    var whole: [UInt8] = []
    swap(&whole, &line)
    let failure = take(whole, 0..<whole.count, into: &events)
    whole.removeAll(keepingCapacity: whole.capacity <= Self.roomToKeep)
    swap(&whole, &line)
    return failure
  }

  /// Takes one line without its end (§9.2.6, the steps for a line).
  private mutating func take(
    _ bytes: [UInt8], _ line: Range<Int>, into events: inout [ServerSentEvent]
  ) -> EventParserFailure? {
    var line = line
    if isFirstLine {
      isFirstLine = false
      // §9.2.5: one byte order mark at the start belongs to no line.
      if bytes[line].starts(with: Self.byteOrderMark) {
        line = line.lowerBound + 3..<line.upperBound
      }
    }
    guard let first = line.first else {
      dispatch(into: &events)
      return nil
    }
    if bytes[first] == .colon { return nil }
    var colon = first
    while colon < line.upperBound, bytes[colon] != .colon { colon += 1 }
    var start = min(colon + 1, line.upperBound)
    if start < line.upperBound, bytes[start] == .space { start += 1 }
    let value = bytes[start..<line.upperBound]
    switch Field(bytes, first..<colon) {
    case .data:
      guard data.count + value.count <= limits.maximumEventBytes else {
        return .eventTooLarge(limit: limits.maximumEventBytes)
      }
      data.append(contentsOf: value)
      data.append(.lineFeed)
    case .event:
      type = String(decoding: value, as: UTF8.self)
    case .id:
      // An id with NUL can't be sent back in a field, and is as if it were not there.
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case .retry:
      if let milliseconds = Self.number(value) { retry = .milliseconds(milliseconds) }
    case nil:
      break
    }
    return nil
  }

  /// An empty line ends an event (§9.2.6, "dispatch the event").
  private mutating func dispatch(into events: inout [ServerSentEvent]) {
    lastEventID = id
    guard !data.isEmpty else {
      type = ""
      return
    }
    data.removeLast()
    events.append(
      ServerSentEvent(
        type: type.isEmpty ? ServerSentEvent.defaultType : type,
        data: String(decoding: data, as: UTF8.self), id: id))
    data.removeAll(keepingCapacity: data.capacity <= Self.roomToKeep)
    type = ""
  }

  private enum Field {
    case data, event, id, retry

    /// Letter by letter: it is asked for every line, and takes a third of the time of a comparison
    /// of collections.
    init?(_ bytes: [UInt8], _ name: Range<Int>) {
      let first = name.lowerBound
      func letter(_ offset: Int, _ scalar: Unicode.Scalar) -> Bool {
        bytes[first + offset] == UInt8(ascii: scalar)
      }
      switch name.count {
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
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (tenfold, isOver) = number.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = tenfold.addingReportingOverflow(Int64(digit) - 0x30)
      number = isOver || isBeyond || number == .max ? .max : sum
    }
    return number
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// What one long line has needed is not kept for the rest of the stream.
  private static let roomToKeep = 1 << 16
}

extension UInt8 {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let colon: UInt8 = 0x3A
}
