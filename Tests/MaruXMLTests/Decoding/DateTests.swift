import Foundation
import MaruXML
import Testing

struct DateTests {
  private func read(_ text: String, _ strategy: XMLDateStrategy = .schema) throws -> Date {
    var decoder = XMLDecoder()
    decoder.dateStrategy = strategy
    return try decoder.decode(Date.self, from: "<d>\(text)</d>")
  }

  private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test func `dates of XML Schema`() throws {
    #expect(try read("1970-01-01T00:00:00Z") == at(0))
    #expect(try read(" 2026-04-01T09:30:00+09:00 ") == at(1_775_003_400))
    #expect(try read("2026-04-01T00:30:00.250Z") == at(1_775_003_400.25))
    #expect(try read("2024-02-29T24:00:00Z") == at(1_709_251_200))
    #expect(try read("0001-01-01T00:00:00Z") == at(-62_135_596_800))
    #expect(try read("9999-12-31T23:59:59Z") == at(253_402_300_799))
    #expect(try read("1969-12-31T23:59:59.5Z") == at(-0.5))
  }

  @Test(arguments: [
    "", "2026-04-01", "2026-04-01T09:30:00", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-04-01T25:00:00Z", "2026-04-01T09:60:00Z", "2026-04-01T09:30:00.Z", "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-04-01 09:30:00Z", "2026-04-01T09:30:00+15:00",
    "2026-04-01T09:30:00Zx", "26-04-01T09:30:00Z", "2026-04-01T24:00:01Z", "0000-01-01T00:00:00Z",
  ])
  func `what is no date is refused`(_ text: String) {
    #expect(throws: XMLError.self) { _ = try read(text) }
  }

  @Test func `patterns have fixed digits and a zone of their own`() throws {
    let korea = 9 * 3600
    #expect(
      try read("20260610", .pattern(XMLDatePattern("yyyyMMdd", secondsFromUTC: korea)))
        == at(1_781_017_200))
    #expect(
      try read(
        "2026-04-01 00:00:00.0",
        .pattern(XMLDatePattern("yyyy-MM-dd HH:mm:ss.S", secondsFromUTC: korea)))
        == at(1_774_969_200))
    #expect(try read("20260401T093000+0900", .pattern("yyyyMMddTHHmmssZ")) == at(1_775_003_400))
    #expect(throws: XMLError.self) { _ = try read("2026610", .pattern("yyyyMMdd")) }
    #expect(throws: XMLError.self) { _ = try read("20260230", .pattern("yyyyMMdd")) }
  }

  @Test func `a pattern writes the millisecond that is nearest, and never the next second`() throws
  {
    func text(_ seconds: Double) throws -> String {
      var encoder = XMLEncoder()
      encoder.writesDeclaration = false
      encoder.dateStrategy = .pattern("ss.S")
      return try encoder.text(at(seconds), root: "d")
    }
    for milliseconds in 0..<1000 {
      let digits = String(String(1000 + milliseconds).dropFirst())
      #expect(try text(Double(milliseconds) / 1000) == "<d>00.\(digits)</d>")
    }
    #expect(try text(59.9999) == "<d>59.999</d>")
  }

  @Test func `dates of mail have names of months and old zones`() throws {
    for text in [
      "Wed, 01 Apr 2026 09:30:00 +0900", "1 Apr 2026 09:30:00 +0900",
      "Wed, 01 Apr 2026 00:30:00 GMT", "Wed, 1 Apr 26 00:30 Z", "Tue, 31 Mar 2026 20:30:00 EDT",
    ] {
      #expect(try read(text, .mail) == at(1_775_003_400), "\(text)")
    }
    #expect(throws: XMLError.self) { _ = try read("Wed, 01 Foo 2026 09:30:00 GMT", .mail) }
    #expect(throws: XMLError.self) { _ = try read("Wed, 01 Apr 2026 09:30:00 XST", .mail) }
  }

  @Test func `numbers and the first strategy that fits`() throws {
    #expect(try read("1775003400", .secondsSince1970) == at(1_775_003_400))
    #expect(try read("1775003400250", .millisecondsSince1970) == at(1_775_003_400.25))
    #expect(try read("0.5", .deferred) == Date(timeIntervalSinceReferenceDate: 0.5))
    #expect(throws: XMLError.self) { _ = try read("inf", .secondsSince1970) }
    let several = XMLDateStrategy.first(of: [.schema, .pattern("yyyyMMdd"), .mail])
    #expect(try read("20260401", several) == at(1_775_001_600))
    #expect(try read("2026-04-01T00:30:00Z", several) == at(1_775_003_400))
    #expect(throws: XMLError.self) { _ = try read("soon", several) }
  }

  @Test func `the app's own way`() throws {
    let strategy = XMLDateStrategy.custom(
      read: { $0 == "now" ? Date(timeIntervalSince1970: 7) : nil }, write: { _ in "now" })
    #expect(try read("now", strategy) == at(7))
    #expect(throws: XMLError.self) { _ = try read("later", strategy) }
  }

  @Test func `every date that is written is the same when it is read`() throws {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let milliseconds = Int64.random(in: -62_135_596_800_000...253_402_300_799_000, using: &chance)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = try XMLEncoder().text(date, root: "d")
      #expect(try XMLDecoder().decode(Date.self, from: text) == date, "\(text)")
    }
  }

  @Test func `data are Base64 with white space in it, or hexadecimal`() throws {
    let data = Data([1, 2, 250])
    #expect(try XMLDecoder().decode(Data.self, from: "<d>\n AQ L6\n</d>") == data)
    #expect(throws: XMLError.self) { _ = try XMLDecoder().decode(Data.self, from: "<d>A!</d>") }
    var decoder = XMLDecoder()
    decoder.dataStrategy = .hexadecimal
    #expect(try decoder.decode(Data.self, from: "<d>0102fA</d>") == data)
    for text in ["0", "0g", "０１"] {
      #expect(throws: XMLError.self) { _ = try decoder.decode(Data.self, from: "<d>\(text)</d>") }
    }
  }
}
