public import struct Foundation.Date

/// HTTP's way to write a moment (RFC 9110 §5.6.7).
public enum HTTPDate {
  /// Reads any of the three forms that a recipient must accept; nil if `text` is none of them.
  ///
  /// - Parameters:
  ///   - text: the field's value.
  ///   - reference: now, by which a year of two digits is placed: more than fifty years ahead means
  ///     the past.
  public static func parse(_ text: String, reference: Date) -> Date? {
    let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    switch words.count {
    // Sun, 06 Nov 1994 08:49:37 GMT — and the same with a year of two digits.
    case 6:
      guard words[5] == "GMT" || words[5] == "UTC" else { return nil }
      return date(
        day: words[1], month: words[2], year: words[3], time: words[4], reference: reference)
    // Sun Nov  6 08:49:37 1994
    case 5:
      return date(
        day: words[2], month: words[1], year: words[4], time: words[3], reference: reference)
    default:
      return nil
    }
  }

  /// Writes the one form that a sender may use, `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// A moment outside the years 0 to 9999 is written as the first or the last one inside.
  public static func format(_ date: Date) -> String {
    let seconds = Int(CivilDay.tellable(date.timeIntervalSince1970).rounded(.down))
    let days = CivilDay.floorDivide(seconds, 86_400)
    let clock = seconds - days * 86_400
    let (year, month, day) = CivilDay.date(of: days)
    return "\(weekdays[CivilDay.weekday(of: days)]), \(two(day)) \(months[month - 1]) "
      + "\(CivilDay.digits(year, width: 4)) "
      + "\(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60)) GMT"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static func two(_ number: Int) -> String { CivilDay.digits(number, width: 2) }

  private static func date(
    day: String, month: String, year: String, time: String, reference: Date
  ) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60, let month = months.firstIndex(of: month),
      let day = number(day), var fullYear = number(year)
    else { return nil }
    if year.utf8.count == 2 {
      let today = CivilDay.floorDivide(Int(reference.timeIntervalSince1970), 86_400)
      let thisYear = CivilDay.date(of: today).year
      fullYear += thisYear / 100 * 100
      if fullYear > thisYear + 50 { fullYear -= 100 }
    } else if year.utf8.count != 4 {
      return nil
    }
    guard let days = CivilDay.count(year: fullYear, month: month + 1, day: day) else { return nil }
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 4,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
