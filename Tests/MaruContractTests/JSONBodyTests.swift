import Foundation
import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `An RFC 3339 date` {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2026-01-02T03:04:05Z", 1_767_323_045),
    ("2026-01-02t03:04:05z", 1_767_323_045), ("2026-01-02T12:04:05+09:00", 1_767_323_045),
    ("2026-01-01T17:34:05-09:30", 1_767_323_045), ("2026-01-02T03:04:05-00:00", 1_767_323_045),
    ("2026-01-02T03:04:05.5Z", 1_767_323_045.5),
    ("2026-01-02T03:04:05.250+00:00", 1_767_323_045.25),
    ("2026-01-02T03:04:05.000000000000000000000000000000000000000000000Z", 1_767_323_045),
    ("2026-01-02T03:04:05.75000000000000000000000000000000000000000000001Z", 1_767_323_045.75),
    // RFC 3339 §5.8.
    ("1985-04-12T23:20:50.52Z", 482_196_050.52), ("1996-12-19T16:39:57-08:00", 851_042_397),
    ("1990-12-31T23:59:60Z", 662_688_000), ("1990-12-31T15:59:60-08:00", 662_688_000),
    ("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13), ("2000-02-29T00:00:00Z", 951_782_400),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `is read with and without a fraction, in any zone`(text: String, seconds: Double) throws {
    let date = try #require(RFC3339.date(text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-5)
  }

  @Test(arguments: [
    "", "now", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02 03:04:05Z", "2026-01-02T03:04Z",
    "2026-02-30T03:04:05Z", "2026-02-29T03:04:05Z", "2026-13-01T03:04:05Z", "2026-00-01T03:04:05Z",
    "2026-01-00T03:04:05Z", "2026-01-32T03:04:05Z", "2026-01-02T24:00:00Z", "2026-01-02T03:60:05Z",
    "2026-01-02T03:04:61Z", "2026-01-02T03:04:05Zz", "2026-01-02T03:04:05Z ",
    " 2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05,5Z", "2026-01-02T03:04:05+0900",
    "2026-01-02T03:04:05+9:00", "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+09:60",
    "26-01-02T03:04:05Z", "2026-1-2T3:4:5Z", "20260102T030405Z", "+2026-01-02T03:04:05Z",
    "12026-01-02T03:04:05Z", "2026-01-02T03:04:05.+5Z", "２０２６-01-02T03:04:05Z",
  ])
  func `is none`(text: String) {
    #expect(RFC3339.date(text) == nil)
  }

  @Test func `is written in UTC with milliseconds and read back the same`() {
    #expect(
      RFC3339.text(Date(timeIntervalSince1970: 1_767_323_045.1236)) == "2026-01-02T03:04:05.124Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: 0.9999)) == "1970-01-01T00:00:01.000Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59.500Z")
    var generator = SplitMix64(seed: 9)
    for _ in 0..<5000 {
      let milliseconds = Int.random(
        in: -62_167_219_200_000...253_402_300_799_998, using: &generator)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = RFC3339.text(date)
      guard text.utf8.count == 24, let read = RFC3339.date(text), RFC3339.text(read) == text,
        abs(read.timeIntervalSince(date)) < 0.0005
      else {
        Issue.record("\(milliseconds) became \(text)")
        return
      }
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func `is written for a moment that no calendar has`(seconds: Double) {
    #expect(RFC3339.text(Date(timeIntervalSince1970: seconds)).utf8.count == 24)
  }
}

@Suite struct `A JSON body` {
  struct Todo: Codable, Equatable {
    var title: String
    var due: Date?
    var link = "https://a.example/b"
  }

  @Test func `is written with RFC 3339 dates and plain slashes and read back`() throws {
    let todo = Todo(title: "집 🏠", due: Date(timeIntervalSince1970: 1_767_323_045.125))
    let bytes = try JSONBodyEncoder.standard.encode(todo)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""due":"2026-01-02T03:04:05.125Z""#))
    #expect(text.contains("https://a.example/b"))
    #expect(try JSONBodyDecoder.standard.decode(Todo.self, from: bytes) == todo)
  }

  @Test func `is written the same way each time, in whichever process`() throws {
    struct Order: Encodable {
      var quantity = 2
      var article = "마루"
      var note = "b"
      var colour = "c"
      var zone = "d"
      var bill = true
    }
    // A server knows a repeated write by its key and its bytes; Foundation's own order of keys is
    // another in each process.
    let text = String(decoding: try JSONBodyEncoder.standard.encode(Order()), as: UTF8.self)
    #expect(
      text == #"{"article":"마루","bill":true,"colour":"c","note":"b","quantity":2,"zone":"d"}"#)
  }

  @Test func `may have keys that the type does not have`() throws {
    let bytes = Array(#"{"title":"a","link":"b","added":{"later":[1]}}"#.utf8)
    #expect(try JSONBodyDecoder.standard.decode(Todo.self, from: bytes).title == "a")
  }

  @Test func `with a date of another form is refused where it stands`() throws {
    let bytes = Array(#"{"title":"a","link":"b","due":"2026-02-30T00:00:00Z"}"#.utf8)
    let error = try #require(throws: DecodingError.self) {
      try JSONBodyDecoder.standard.decode(Todo.self, from: bytes)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["due"])
  }

  @Test func `is read and written with the app's settings on top`() throws {
    struct Name: Codable { var fullName: String }
    let decoder = JSONBodyDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
    let encoder = JSONBodyEncoder { $0.keyEncodingStrategy = .convertToSnakeCase }
    let bytes = try encoder.encode(Name(fullName: "a"))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"full_name":"a"}"#)
    #expect(try decoder.decode(Name.self, from: bytes).fullName == "a")
  }

  @Test func `is JSON by name or suffix, in UTF-8`() {
    let decoder = JSONBodyDecoder.standard
    #expect(decoder.reads(.json) && decoder.reads(.problem) && !decoder.reads(.text))
    #expect(decoder.reads(charset: "utf-8") && decoder.reads(charset: "us-ascii"))
    #expect(!decoder.reads(charset: "euc-kr") && !decoder.reads(charset: "utf-16"))
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":", "{\"a\":["])
  func `of any depth does not end the process`(piece: String) {
    let counts = Array(250...260) + Array(505...520) + [1000, 100_000]
    for count in counts {
      let open = Array(String(repeating: piece, count: count).utf8)
      for end in ["", "[", "{", "1", " ", "\n", "]", "}", "\"", "{\"", "\0"] {
        #expect(throws: (any Error).self) {
          try JSONBodyDecoder.standard.decode([String: Int].self, from: open + Array(end.utf8))
        }
      }
      let wide = open.flatMap { byte -> [UInt8] in [byte, 0] }
      #expect(throws: (any Error).self) {
        try JSONBodyDecoder.standard.decode([String: Int].self, from: wide)
      }
    }
  }
}

@Suite struct `An open enumeration` {
  enum Colour: String { case red, blue }
  enum Level: Int { case low = 1 }
  struct Item: Codable, Equatable {
    var colour: OpenEnum<Colour>
    var levels: [OpenEnum<Level>]
  }

  @Test func `keeps what it does not know and writes it again`() throws {
    let text = #"{"colour":"mauve","levels":[1,9]}"#
    let item = try JSONBodyDecoder.standard.decode(Item.self, from: Array(text.utf8))
    #expect(item.colour == .unknown("mauve") && item.colour.known == nil)
    #expect(item.levels.map(\.known) == [.low, nil])
    let encoder = JSONBodyEncoder { $0.outputFormatting = .sortedKeys }
    #expect(String(decoding: try encoder.encode(item), as: UTF8.self) == text)
  }

  @Test func `is the same as another of its raw value`() {
    #expect(OpenEnum<Colour>(rawValue: "red") == .known(.red))
    #expect(OpenEnum<Colour>.unknown("red") == .known(.red))
    #expect(Set([OpenEnum<Colour>.unknown("red"), .known(.red), .known(.blue)]).count == 2)
    #expect(OpenEnum<Colour>.known(.blue).rawValue == "blue")
  }

  @Test func `of another type is still refused`() {
    #expect(throws: DecodingError.self) {
      try JSONBodyDecoder.standard.decode([OpenEnum<Level>].self, from: Array(#"["a"]"#.utf8))
    }
  }
}
