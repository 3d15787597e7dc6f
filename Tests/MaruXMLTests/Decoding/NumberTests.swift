import Foundation
import MaruXML
import Testing

struct NumberTests {
  private func read<Value: Decodable>(
    _ type: Value.Type, _ text: String, _ decoder: XMLDecoder = XMLDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: "<n>\(text)</n>")
  }

  @Test func `whole numbers have signs, zeros and white space around`() throws {
    #expect(try read(Int.self, "42") == 42)
    #expect(try read(Int.self, "+42") == 42)
    #expect(try read(Int.self, "-042") == -42)
    #expect(try read(Int.self, " \n42\t") == 42)
    #expect(try read(Int.self, "&#52;2") == 42)
    #expect(try read(Int.self, "9223372036854775807") == .max)
    #expect(try read(Int.self, "-9223372036854775808") == .min)
    #expect(try read(UInt64.self, "18446744073709551615") == .max)
    #expect(try read(UInt.self, "-0") == 0)
    #expect(try read(Int8.self, "-128") == -128)
    #expect(try read(UInt8.self, "255") == 255)
    #expect(try read(Int128.self, "-170141183460469231731687303715884105728") == .min)
    #expect(try read(UInt128.self, "340282366920938463463374607431768211455") == .max)
  }

  @Test(arguments: [
    "", " ", "-", "+", "4 2", "42.0", "1,234", "４２", "0x2A", "4e1", "--1", "+-1",
    "9223372036854775808", "-9223372036854775809", "99999999999999999999", "1_000", "1;",
  ])
  func `what is no whole number is refused`(_ text: String) {
    #expect(throws: XMLError.self) { _ = try read(Int.self, text) }
  }

  @Test func `numbers out of a type's range are refused`() {
    #expect(throws: XMLError.self) { _ = try read(UInt8.self, "256") }
    #expect(throws: XMLError.self) { _ = try read(Int8.self, "-129") }
    #expect(throws: XMLError.self) { _ = try read(UInt.self, "-1") }
    #expect(throws: XMLError.self) { _ = try read(UInt64.self, "18446744073709551616") }
  }

  @Test(arguments: [
    "0", "-0", "1.5", ".5", "5.", "1e3", "1E+3", "2.5e-3", "123456789012345678", "0.1",
    "3.14159265358979", "9007199254740993", "1.7976931348623157e308", "5e-324",
    "0.000000000000001", "123456.789012345", "1e400000000", "72057594037927945",
  ])
  func `fractions are the nearest ones, as the standard library reads them`(_ text: String) throws {
    guard let value = Double(text), value.isFinite else {
      #expect(throws: XMLError.self) { _ = try read(Double.self, text) }
      return
    }
    #expect(try read(Double.self, text).bitPattern == value.bitPattern)
    guard let single = Float(text), single.isFinite else {
      #expect(throws: XMLError.self) { _ = try read(Float.self, text) }
      return
    }
    #expect(try read(Float.self, text).bitPattern == single.bitPattern)
  }

  @Test(arguments: [
    "", ".", "-", "1e", "e5", "1e+", "inf", "infinity", "NaN", "INF", "0x1p3", "1.2.3", "1,5",
    "1 5", "nan(1)",
  ])
  func `what is no fraction is refused`(_ text: String) {
    #expect(throws: XMLError.self) { _ = try read(Double.self, text) }
    #expect(throws: XMLError.self) { _ = try read(Float.self, text) }
  }

  @Test func `thousands of random fractions agree with the standard library`() throws {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let digits = Int.random(in: 1...18, using: &chance)
      let scale = Int.random(in: 0...digits, using: &chance)
      var text = String(
        (0..<digits).map { _ in Character("\(Int.random(in: 0...9, using: &chance))") })
      text.insert(".", at: text.index(text.startIndex, offsetBy: scale))
      #expect(try read(Double.self, text).bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func `infinities are read by strategy`() throws {
    var decoder = XMLDecoder()
    decoder.numberStrategy.nonFinite = .schema
    #expect(try read(Double.self, "INF", decoder) == .infinity)
    #expect(try read(Float.self, " -INF ", decoder) == -.infinity)
    #expect(try read(Double.self, "NaN", decoder).isNaN)
    #expect(throws: XMLError.self) { _ = try read(Double.self, "inf", decoder) }
  }

  @Test func `groups of digits are read by strategy, and only whole ones`() throws {
    var decoder = XMLDecoder()
    decoder.numberStrategy.groupSeparator = ","
    #expect(try read(Int.self, " 184,000", decoder) == 184_000)
    #expect(try read(Int.self, "-1,234,567", decoder) == -1_234_567)
    #expect(try read(Int.self, "12", decoder) == 12)
    #expect(try read(Double.self, "1,234.5", decoder) == 1234.5)
    #expect(try read(Decimal.self, "1,234.50", decoder) == Decimal(string: "1234.5"))
    for text in ["1,23", ",123", "1,2345", "1234,567", "1,,234", "1,234,", "1.5,000", "1,234.5,6"] {
      #expect(throws: XMLError.self) { _ = try read(Double.self, text, decoder) }
      #expect(throws: XMLError.self) { _ = try read(Decimal.self, text, decoder) }
    }
    #expect(throws: XMLError.self) { _ = try read(Int.self, "184,000") }
  }

  @Test func `white space around a number is refused by strategy`() throws {
    var decoder = XMLDecoder()
    decoder.numberStrategy.whitespace = .refused
    #expect(try read(Int.self, "1", decoder) == 1)
    #expect(throws: XMLError.self) { _ = try read(Int.self, " 1", decoder) }
    #expect(throws: XMLError.self) { _ = try read(Bool.self, "true ", decoder) }
  }

  @Test func `decimal numbers keep their digits`() throws {
    #expect(try read(Decimal.self, "0.1") == Decimal(string: "0.1"))
    #expect(
      try read(Decimal.self, "12345678901234567890.123456789")
        == Decimal(string: "12345678901234567890.123456789"))
    #expect(throws: XMLError.self) { _ = try read(Decimal.self, "12abc") }
  }

  @Test func `truth has the texts of XML Schema, or the app's`() throws {
    for (text, value) in [("true", true), ("1", true), (" false\n", false), ("0", false)] {
      #expect(try read(Bool.self, text) == value)
    }
    for text in ["TRUE", "yes", "Y", "t", "", "2", "truee"] {
      #expect(throws: XMLError.self) { _ = try read(Bool.self, text) }
    }
    var decoder = XMLDecoder()
    decoder.boolStrategy = XMLBoolStrategy(true: ["Y"], false: ["N"])
    #expect(try read(Bool.self, "Y", decoder))
    #expect(try !read(Bool.self, "N", decoder))
    #expect(throws: XMLError.self) { _ = try read(Bool.self, "true", decoder) }
  }
}
