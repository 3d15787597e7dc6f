#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How `Date` is written.
@nonexhaustive
public indirect enum XMLDateStrategy: Sendable {
  /// XML Schema's `dateTime`: `2026-04-01T09:30:00Z`, with or without fractions, with `Z` or an offset
  /// (part 2, §3.2.7). A date without a zone throws, since it names no moment; use ``pattern(_:)``.
  ///
  /// Written in UTC, with as many digits of a second, in threes, as the date has.
  case schema
  /// A date in a pattern of the app's.
  case pattern(XMLDatePattern)
  /// RSS's and mail's: `Wed, 01 Apr 2026 09:30:00 +0900`; the weekday and the seconds may be missing,
  /// the zone may be `GMT`, `UT`, `UTC`, `Z` or an American one (RFC 822 §5, RFC 5322 §3.3, §4.3).
  case mail
  /// Seconds since 1970, with or without fractions.
  case secondsSince1970
  /// Milliseconds since 1970.
  case millisecondsSince1970
  /// What `Date` itself writes: seconds since 2001.
  case deferred
  /// The first strategy that can read the text; the first of all writes.
  case first(of: [XMLDateStrategy])
  /// As the app says. Reading returns nil for a text that is no date.
  case custom(
    read: @Sendable (String) throws -> Date?, write: @Sendable (Date) throws -> String)
}

extension XMLDateStrategy {
  /// The date; nil if the text is none of the kind. White space around is gone already.
  func date(_ text: String) throws -> Date? {
    switch self {
    case .schema: return XMLDateText.schema(text)
    case .pattern(let pattern): return pattern.date(text)
    case .mail: return XMLDateText.mail(text)
    case .secondsSince1970: return Self.number(text).map { Date(timeIntervalSince1970: $0) }
    case .millisecondsSince1970:
      return Self.number(text).map { Date(timeIntervalSince1970: $0 / 1000) }
    case .deferred: return Self.number(text).map { Date(timeIntervalSinceReferenceDate: $0) }
    case .first(let strategies):
      for strategy in strategies {
        if let date = try strategy.date(text) { return date }
      }
      return nil
    case .custom(let read, _): return try read(text)
    }
  }

  /// The text; nil if the date can't be written so.
  func text(_ date: Date) throws -> String? {
    switch self {
    case .schema: return XMLDateText.schemaText(date)
    case .pattern(let pattern): return pattern.text(date)
    case .mail: return XMLDateText.mailText(date)
    case .secondsSince1970: return Self.text(date.timeIntervalSince1970)
    case .millisecondsSince1970: return Self.text(date.timeIntervalSince1970 * 1000)
    case .deferred: return Self.text(date.timeIntervalSinceReferenceDate)
    case .first(let strategies): return try strategies.first?.text(date)
    case .custom(_, let write): return try write(date)
    }
  }

  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ $0 < 0x3A && $0 > 0x2A && $0 != 0x2C && $0 != 0x2F || $0 == 0x65 })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite else { return nil }
    return Int(exactly: seconds).map(String.init) ?? String(seconds)
  }
}
