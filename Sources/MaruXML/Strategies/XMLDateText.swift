#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates of XML Schema and of mail.
enum XMLDateText {
  /// `2026-04-01T09:30:00.5+09:00` (XML Schema part 2, §3.2.7; RFC 3339 allows small letters, too,
  /// and XML Schema does not).
  static func schema(_ text: String) -> Date? {
    var reader = XMLDateReader(text)
    var moment = XMLMoment()
    guard reader.read(4, into: &moment.year), reader.skip("-"), reader.read(2, into: &moment.month),
      reader.skip("-"), reader.read(2, into: &moment.day), reader.skip("T"),
      reader.read(2, into: &moment.hour), reader.skip(":"), reader.read(2, into: &moment.minute),
      reader.skip(":"), reader.read(2, into: &moment.second)
    else { return nil }
    if reader.skip(".") {
      guard let fraction = reader.fraction() else { return nil }
      moment.fraction = fraction
    }
    guard let zone = reader.zone(), reader.isAtEnd else { return nil }
    return moment.date(secondsFromUTC: zone)
  }

  static func schemaText(_ date: Date) -> String? {
    guard let moment = XMLMoment(date) else { return nil }
    let whole =
      XMLMoment.padded(moment.year, 4) + "-" + XMLMoment.padded(moment.month, 2) + "-"
      + XMLMoment.padded(moment.day, 2) + "T" + clock(moment)
    guard moment.fraction > 0 else { return whole + "Z" }
    // A date is a binary fraction: the shortest text that reads as the same one.
    for (digits, scale) in [(3, 1e3), (6, 1e6), (9, 1e9), (12, 1e12)] {
      let rounded = (moment.fraction * scale).rounded()
      guard rounded < scale else { continue }
      let text = whole + "." + XMLMoment.padded(Int(rounded), digits) + "Z"
      if schema(text) == date { return text }
    }
    return whole + "." + XMLMoment.padded(Int((moment.fraction * 1e15).rounded(.down)), 15) + "Z"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  /// RFC 822 §5.1; the military letters are not among them, since RFC 822 had their signs wrong.
  private static let zones = [
    "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7,
  ]

  /// `Wed, 01 Apr 2026 09:30:00 +0900`.
  static func mail(_ text: String) -> Date? {
    var reader = XMLDateReader(text)
    var moment = XMLMoment()
    if !reader.word().isEmpty {
      guard reader.skip(",") else { return nil }
      _ = reader.spaces()
    }
    guard reader.read(2, into: &moment.day) || reader.read(1, into: &moment.day), reader.spaces()
    else { return nil }
    let name = reader.word()
    guard let month = months.firstIndex(where: { $0.lowercased() == name.lowercased() }),
      reader.spaces()
    else { return nil }
    moment.month = month + 1
    if !reader.read(4, into: &moment.year) {
      // RFC 5322 §4.3: two digits are of this century up to 49, and of the last one from 50 on.
      guard reader.read(2, into: &moment.year) else { return nil }
      moment.year += moment.year < 50 ? 2000 : 1900
    }
    guard reader.spaces(), reader.read(2, into: &moment.hour), reader.skip(":"),
      reader.read(2, into: &moment.minute)
    else { return nil }
    if reader.skip(":") {
      guard reader.read(2, into: &moment.second) else { return nil }
    }
    guard reader.spaces() else { return nil }
    let offset: Int
    if let zone = reader.zone() {
      offset = zone
    } else if let zone = zones[reader.word()] {
      offset = zone * 3600
    } else {
      return nil
    }
    return reader.isAtEnd ? moment.date(secondsFromUTC: offset) : nil
  }

  static func mailText(_ date: Date) -> String? {
    guard let moment = XMLMoment(date) else { return nil }
    // 1970-01-01 was a Thursday.
    let day = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) % 7
    return days[day < 0 ? day + 7 : day] + ", " + XMLMoment.padded(moment.day, 2) + " "
      + months[moment.month - 1] + " " + XMLMoment.padded(moment.year, 4) + " " + clock(moment)
      + " +0000"
  }

  private static func clock(_ moment: XMLMoment) -> String {
    XMLMoment.padded(moment.hour, 2) + ":" + XMLMoment.padded(moment.minute, 2) + ":"
      + XMLMoment.padded(moment.second, 2)
  }
}
