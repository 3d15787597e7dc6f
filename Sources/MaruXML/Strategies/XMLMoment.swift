#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A date in the Gregorian calendar, from the year 1 to 9999, and its way to a `Date` and back.
struct XMLMoment {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  /// Of a second; below 1.
  var fraction = 0.0

  init() {}

  /// The calendar's date of a moment; nil outside of the years 1 to 9999.
  init?(_ date: Date, secondsFromUTC: Int = 0) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    fraction = seconds - whole
    // 2001-01-01 is day 11,323 since 1970-01-01.
    let local = Int(whole) + secondsFromUTC
    let days = local.floorDivided(by: 86_400)
    let rest = local - days * 86_400
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    // Days since 0000-03-01, in eras of 400 years, each of 146,097 days: leap days come last.
    let shifted = days + 11_323 + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    guard (1...9999).contains(year) else { return nil }
  }

  /// Seconds since 2001 without the fraction; nil for a day or an hour that does not exist.
  private func wholeSeconds(secondsFromUTC: Int) -> Int? {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...lengths[month - 1]).contains(day), minute < 60, second < 60,
      hour < 24 || hour == 24 && minute == 0 && second == 0 && fraction == 0
    else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return (days - 11_323) * 86_400 + hour * 3600 + minute * 60 + second - secondsFromUTC
  }

  /// The moment; nil for a day or an hour that does not exist. 24:00:00 is the next day's midnight.
  func date(secondsFromUTC: Int) -> Date? {
    wholeSeconds(secondsFromUTC: secondsFromUTC).map {
      Date(timeIntervalSinceReferenceDate: Double($0) + fraction)
    }
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}

/// Reads the parts of a date, digit by digit.
struct XMLDateReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads exactly so many digits.
  mutating func read(_ digits: Int, into number: inout Int) -> Bool {
    guard rest.count >= digits, rest.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    number = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    rest = rest.dropFirst(digits)
    return true
  }

  /// Reads one or more digits behind a point, as a part of one.
  mutating func fraction() -> Double? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return Double("0." + String(decoding: digits, as: UTF8.self))
  }

  /// Skips a character.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    let bytes = Array(String(scalar).utf8)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// Reads `Z`, `+09:00` or `+0900` as seconds from UTC, up to 14 hours.
  mutating func zone() -> Int? {
    if skip("Z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    var hours = 0
    var minutes = 0
    guard sign != 0, read(2, into: &hours) else { return nil }
    _ = skip(":")
    guard read(2, into: &minutes), minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// Reads letters.
  mutating func word() -> String {
    let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    rest = rest.dropFirst(letters.count)
    return String(decoding: letters, as: UTF8.self)
  }

  /// Skips spaces; whether there were any.
  mutating func spaces() -> Bool {
    let count = rest.prefix { $0 == 0x20 }.count
    rest = rest.dropFirst(count)
    return count > 0
  }
}
