import MaruStreams
import MaruTesting
import Testing

/// What a parser has made of a stream.
struct Reading: Equatable {
  var events: [ServerSentEvent] = []
  var lastEventID = ""
  var retry: Duration?
}

/// Reads a stream in pieces that end at `cuts`.
func reading(_ bytes: [UInt8], cuts: [Int] = []) throws -> Reading {
  var parser = EventParser()
  var result = Reading()
  var start = 0
  for end in cuts.sorted() + [bytes.count] {
    try parser.read(Array(bytes[start..<end]), into: &result.events)
    start = end
  }
  result.lastEventID = parser.lastEventID
  result.retry = parser.retry
  return result
}

func reading(_ text: String) throws -> Reading { try reading(Array(text.utf8)) }

@Suite struct EventParserTests {
  @Test(arguments: [
    ("data: a\n\n", ["message|a|"]),
    ("data:a\n\n", ["message|a|"]),
    ("data:  a\n\n", ["message| a|"]),
    ("data: a\ndata: b\n\n", ["message|a\nb|"]),
    ("data\n\n", ["message||"]),
    ("data\ndata\n\n", ["message|\n|"]),
    ("data:\n\n", ["message||"]),
    ("\n\n\n", []),
    ("event: x\n\n", []),
    ("event: x\n\ndata: a\n\n", ["message|a|"]),
    ("event: x\ndata: a\n\ndata: b\n\n", ["x|a|", "message|b|"]),
    ("event\ndata: a\n\n", ["message|a|"]),
    ("event: x\nevent: y\ndata: a\n\n", ["y|a|"]),
    ("id: 1\ndata: a\n\ndata: b\n\n", ["message|a|1", "message|b|1"]),
    ("id: 1\n\ndata: a\n\n", ["message|a|1"]),
    ("id: 1\ndata: a\n\nid\ndata: b\n\n", ["message|a|1", "message|b|"]),
    ("id: 1\u{0}2\ndata: a\n\n", ["message|a|"]),
    (": comment\ndata: a\n: more\n\n", ["message|a|"]),
    (":\n\n:\n\n", []),
    ("data: a\n", []),
    ("data: a", []),
    ("Data: a\n\n", []),
    ("data : a\n\n", []),
    (" data: a\n\n", []),
    ("unknown: a\ndata: b\n\n", ["message|b|"]),
    ("data: a:b: c\n\n", ["message|a:b: c|"]),
    ("\u{FEFF}data: a\n\n", ["message|a|"]),
    ("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", ["message|b|"]),
    ("data: a\n\n\u{FEFF}data: b\n\n", ["message|a|"]),
    ("data: a\r\rdata: b\r\r", ["message|a|", "message|b|"]),
    ("data: a\r\n\r\ndata: b\r\n\r\n", ["message|a|", "message|b|"]),
    ("data: a\r\n\rdata: b\n\r\n", ["message|a|", "message|b|"]),
    ("data: 안녕 👋🏽\n\n", ["message|안녕 👋🏽|"]),
  ])
  func `events come out as the standard says, however they are cut`(
    stream: String, expected: [String]
  ) throws {
    let bytes = Array(stream.utf8)
    let whole = try reading(bytes)
    #expect(whole.events.map { "\($0.type)|\($0.data)|\($0.id)" } == expected)
    for cut in 0...bytes.count { #expect(try reading(bytes, cuts: [cut]) == whole) }
    #expect(try reading(bytes, cuts: Array(0...bytes.count)) == whole)
  }

  @Test func `bytes that are not UTF-8 are replaced, and nothing else is`() throws {
    let stream = Array("data: a".utf8) + [0xFF, 0xC3] + Array("\ndata: b\n\n".utf8)
    #expect(try reading(stream).events.map(\.data) == ["a\u{FFFD}\u{FFFD}\nb"])
  }

  @Test(arguments: [
    ("0", 0), ("10", 10), ("007", 7), ("", nil), ("+5", nil), ("-5", nil), ("1.5", nil),
    ("1 ", nil), ("0x1", nil), ("99999999999999999999999999", Int64.max),
  ])
  func `retry is digits and nothing else`(value: String, milliseconds: Int64?) throws {
    let read = try reading("retry: \(value)\n\n")
    #expect(read.retry == milliseconds.map { .milliseconds($0) })
    #expect(read.events.isEmpty)
  }

  @Test func `the last id is that of whole events`() throws {
    #expect(try reading("id: 1\ndata: a\n\nid: 2\ndata: b\n").lastEventID == "1")
    var parser = EventParser(lastEventID: "7")
    var events: [ServerSentEvent] = []
    try parser.read(Array("data: a\n\n".utf8), into: &events)
    #expect(events.map(\.id) == ["7"] && parser.lastEventID == "7")
  }

  @Test func `what is too long ends the stream, and what was whole before is there`() throws {
    let limits = EventParserLimits(maximumLineBytes: 16, maximumEventBytes: 24)
    let long = String(repeating: "x", count: 12)
    for (stream, failure) in [
      ("data: a\n\ndata: \(long)", EventParserFailure.lineTooLong(limit: 16)),
      ("data: a\n\ndata: \(long)\n\n", .lineTooLong(limit: 16)),
      ("data: a\n\n" + String(repeating: "data: 123456789\n", count: 3), .eventTooLarge(limit: 24)),
      ("data: a\n\n" + String(repeating: "data\n", count: 26), .eventTooLarge(limit: 24)),
    ] {
      for size in [1, 7, 1_000] {
        var parser = EventParser(limits: limits)
        var events: [ServerSentEvent] = []
        let bytes = Array(stream.utf8)
        #expect(throws: failure) {
          for start in stride(from: 0, to: bytes.count, by: size) {
            try parser.read(Array(bytes[start..<min(start + size, bytes.count)]), into: &events)
          }
        }
        #expect(throws: failure) { try parser.read([0x0A, 0x0A], into: &events) }
        #expect(events.map(\.data) == ["a"])
      }
    }
  }

  @Test func `hostile streams are read the same in any pieces`() throws {
    var random = SplitMix64(seed: 20)
    let alphabet: [[UInt8]] =
      [
        "data", "event", "id", "retry", ":", ": ", "\n", "\r", "\r\n", "\n\n", "a", "\u{FEFF}", "é",
        "\u{0}", "1",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xEF, 0xBB]]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random))
        .flatMap { _ in alphabet.randomElement(using: &random) ?? [] }
      let whole = try reading(bytes)
      let cuts = (0..<Int.random(in: 0...10, using: &random)).map { _ in
        Int.random(in: 0...bytes.count, using: &random)
      }
      #expect(try reading(bytes, cuts: cuts) == whole, "\(bytes) cut at \(cuts)")
    }
  }

  @Test(.enabled(if: StreamVectors.isHere, "no public event-stream cases here"))
  func `the public cases pass, whole, byte by byte and in random pieces`() throws {
    var random = SplitMix64(seed: 1)
    let cases = try StreamVectors.cases()
    for example in cases {
      let bytes = example.content
      var readings = [try reading(bytes), try reading(bytes, cuts: Array(0...bytes.count))]
      for _ in 0..<8 {
        let cuts = (0..<5).map { _ in Int.random(in: 0...bytes.count, using: &random) }
        readings.append(try reading(bytes, cuts: cuts))
      }
      for read in readings {
        let events = read.events.map {
          StreamVectors.Case.Event(event: $0.type, data: $0.data, id: $0.id)
        }
        #expect(events == example.events, "\(example.name)")
        #expect(read.lastEventID == example.lastEventID, "\(example.name)")
        #expect(read.retry == example.retry.last.map { .milliseconds($0) }, "\(example.name)")
      }
    }
    #expect(cases.count >= 252)
  }
}
