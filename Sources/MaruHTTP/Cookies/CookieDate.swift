public import struct Foundation.Date

/// The way in which cookies write a moment: almost anything (RFC 6265bis §5.1.1).
///
/// It is another syntax than ``HTTPDate``'s: the parts are found wherever they stand.
public enum CookieDate {
  /// Reads what an `Expires` says; nil if it names no moment.
  public static func parse(_ text: some StringProtocol) -> Date? {
    parse(bytes: Array(text.utf8)[...])
  }

  static func parse(bytes: ArraySlice<UInt8>) -> Date? {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in bytes.split(whereSeparator: isDelimiter) {
      // Each token is the first of these that is still missing and that it can be.
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 }
    if (0...69).contains(year) { year += 2000 }
    guard year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 59,
      let days = CivilDay.count(year: year, month: month, day: day)
    else { return nil }
    let seconds = days * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// So many digits, and then nothing or anything but a digit.
  private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let found = token.prefix { digit($0) != nil }
    guard digits.contains(found.count) else { return nil }
    return found.reduce(0) { $0 * 10 + (digit($1) ?? 0) }
  }

  private static func time(_ token: ArraySlice<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
    let fields = token.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].allSatisfy({ digit($0) != nil }),
      fields[1].allSatisfy({ digit($0) != nil }),
      let hour = number(fields[0], digits: 1...2), let minute = number(fields[1], digits: 1...2),
      let second = number(fields[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func month(_ token: ArraySlice<UInt8>) -> Int? {
    // 0x20 makes a letter small; what is no letter becomes no letter of a month.
    let name = token.prefix(3).map { $0 | 0x20 }
    return months.firstIndex { $0.elementsEqual(name) }.map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
