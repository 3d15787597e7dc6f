public import struct Foundation.Date
internal import MaruHTTP

/// Dates as JSON carries them (RFC 3339 §5.6).
///
/// Foundation's ISO 8601 reader takes 30 February for 2 March and passes over what follows the zone;
/// its writer cuts where rounding would give the date back.
public enum RFC3339 {
  /// Reads a date with or without a fraction, in any zone; nil if it is none.
  ///
  /// A fraction may have any number of digits. A leap second is the next minute's first.
  public static func date(_ text: String) -> Date? {
    var reader = DigitReader(text.utf8[...])
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2), reader.take("T") || reader.take("t"),
      let hour = reader.number(2), hour < 24, reader.take(":"), let minute = reader.number(2),
      minute < 60, reader.take(":"), let second = reader.number(2), second <= 60,
      let fraction = reader.fraction(), let zone = reader.zoneSeconds(), reader.isAtEnd,
      let days = CivilDay.count(year: year, month: month, day: day)
    else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - zone
    // From 2001, as Date counts: nearer to now, so less of the fraction is lost.
    return Date(timeIntervalSinceReferenceDate: Double(seconds) - secondsTo2001 + fraction)
  }

  /// Writes a date in UTC, rounded to milliseconds.
  ///
  /// A moment outside the years 0 to 9999 is written as the first or the last one inside.
  public static func text(_ date: Date) -> String {
    let seconds = CivilDay.tellable(date.timeIntervalSinceReferenceDate + secondsTo2001)
    let milliseconds = Int((seconds * 1000).rounded())
    let days = CivilDay.floorDivide(milliseconds, 86_400_000)
    let rest = milliseconds - days * 86_400_000
    let (year, month, day) = CivilDay.date(of: days)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60]
    let calendar = [
      CivilDay.digits(year, width: 4), CivilDay.digits(month, width: 2),
      CivilDay.digits(day, width: 2),
    ]
    return calendar.joined(separator: "-") + "T"
      + clock.map { CivilDay.digits($0, width: 2) }.joined(separator: ":")
      + "." + CivilDay.digits(rest % 1000, width: 3) + "Z"
  }

  /// From 1970 to 2001: where POSIX and where Foundation start to count.
  private static let secondsTo2001 = 978_307_200.0

  private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func digit() -> Int? {
      guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        return nil
      }
      rest.removeFirst()
      return Int(byte - UInt8(ascii: "0"))
    }

    mutating func number(_ count: Int) -> Int? {
      var value = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    mutating func fraction() -> Double? {
      guard take(".") else { return 0 }
      var numerator = 0
      var denominator = 1
      guard let first = digit() else { return nil }
      var next: Int? = first
      while let digit = next {
        // Twelve digits are far below what a Date can tell; the rest is read and let go.
        if denominator < 1_000_000_000_000 {
          numerator = numerator * 10 + digit
          denominator *= 10
        }
        next = self.digit()
      }
      return Double(numerator) / Double(denominator)
    }

    mutating func zoneSeconds() -> Int? {
      if take("Z") || take("z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hour = number(2), hour < 24, take(":"),
        let minute = number(2), minute < 60
      else { return nil }
      return (isWest ? -1 : 1) * (hour * 3600 + minute * 60)
    }
  }
}
