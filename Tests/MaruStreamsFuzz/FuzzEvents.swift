// Compiled together with MaruStreams's sources by `Scripts/check --only fuzz`: no test target holds it,
// since libFuzzer brings a main function of its own.

/// Reads what libFuzzer made up, whole and in pieces, with and without limits, and holds the answers
/// against each other, against a plain reading of the standard, and against what the serializer writes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEvents(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start = unsafe start, count > 0 else { return 0 }
  // unsafe: libFuzzer's buffer has so many bytes, and is copied.
  let all = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // The first byte decides how the rest is cut.
  let (step, bytes) = (Int(all[0] % 17) + 1, Array(all.dropFirst()))
  let whole = read(bytes, step: bytes.count + 1, EventParserLimits())
  precondition(read(bytes, step: step, EventParserLimits()) == whole, "pieces read differently")
  precondition(whole.failure == nil, "a short stream passes no limit")
  precondition(PlainReading(of: bytes) == PlainReading(whole), "not as the standard says")
  checkLimits(bytes, step, whole)
  for event in whole.events { checkRoundTrip(event) }
  checkWriting(String(decoding: bytes, as: UTF8.self))
  return 0
}

/// What came out of a stream.
private struct Outcome: Equatable {
  var events: [ServerSentEvent] = []
  var lastEventID = ""
  var retry: Duration?
  var failure: EventParserFailure?
}

private func read(_ bytes: [UInt8], step: Int, _ limits: EventParserLimits) -> Outcome {
  var outcome = Outcome()
  var parser = EventParser(limits: limits)
  var start = 0
  do {
    while start < bytes.count {
      let end = min(start + step, bytes.count)
      try parser.read(Array(bytes[start..<end]), into: &outcome.events)
      start = end
    }
  } catch {
    outcome.failure = error
  }
  outcome.lastEventID = parser.lastEventID
  outcome.retry = parser.retry
  return outcome
}

/// A limit ends the stream the same way however it is cut, and takes nothing away that came before.
private func checkLimits(_ bytes: [UInt8], _ step: Int, _ whole: Outcome) {
  let limits = EventParserLimits(maximumLineBytes: 24, maximumEventBytes: 40)
  let pieces = read(bytes, step: step, limits)
  let single = read(bytes, step: 1, limits)
  precondition(pieces.events == single.events, "limits read differently in pieces")
  precondition((pieces.failure == nil) == (single.failure == nil), "limits hold only in pieces")
  precondition(
    pieces.events == Array(whole.events.prefix(pieces.events.count)), "a limit changed an event")
  if pieces.failure == nil { precondition(pieces == whole, "limits that were not passed") }
}

/// What was read can be written, and reads back as itself.
private func checkRoundTrip(_ event: ServerSentEvent) {
  guard
    let bytes = try? EventSerializer.bytes(type: event.type, data: event.data, id: event.id)
  else { fatalError("what was read can't be written") }
  precondition(read(bytes, step: 3, EventParserLimits()).events == [event], "it reads differently")
}

/// Any text can be written, and only its line ends change.
private func checkWriting(_ text: String) {
  guard let bytes = try? EventSerializer.bytes(data: text) else { fatalError("a text is refused") }
  var lines: [UInt8] = []
  var isAfterReturn = false
  for byte in text.utf8 {
    if byte == 0x0A, isAfterReturn { isAfterReturn = false; continue }
    isAfterReturn = byte == 0x0D
    lines.append(isAfterReturn ? 0x0A : byte)
  }
  let limits = EventParserLimits()
  precondition(
    read(bytes, step: 5, limits).events
      == [ServerSentEvent(data: String(decoding: lines, as: UTF8.self))], "a text has changed")
}

/// The standard's words one after the other, slow and plain (WHATWG HTML §9.2.6).
private struct PlainReading: Equatable {
  var events: [ServerSentEvent] = []
  var lastEventID = ""
  var retry: Duration?

  init(_ outcome: Outcome) {
    (events, lastEventID, retry) = (outcome.events, outcome.lastEventID, outcome.retry)
  }

  init(of bytes: [UInt8]) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var (type, data, id) = ("", [UInt8](), "")
    while let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      let line = bytes[..<end]
      let isPair = bytes[end] == 0x0D && end + 1 < bytes.endIndex && bytes[end + 1] == 0x0A
      bytes = bytes[(end + (isPair ? 2 : 1))...]
      guard !line.isEmpty else {
        lastEventID = id
        if !data.isEmpty {
          events.append(
            ServerSentEvent(
              type: type.isEmpty ? "message" : type,
              data: String(decoding: data.dropLast(), as: UTF8.self), id: id))
        }
        (type, data) = ("", [])
        continue
      }
      let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
      var value = line[min(colon + 1, line.endIndex)...]
      if value.first == 0x20 { value = value.dropFirst() }
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "data": data += value + [0x0A]
      case "event": type = String(decoding: value, as: UTF8.self)
      case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
      case "retry":
        if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
          let number = Int64(String(decoding: value, as: UTF8.self)) ?? .max
          retry = .milliseconds(number)
        }
      default: break
      }
    }
  }
}
