public import struct Foundation.Date

/// When a server says that it may be asked again (RFC 9110 §10.2.3).
public enum RetryAfter: Hashable, Sendable {
  /// So many whole seconds after the answer.
  case seconds(Int)
  /// Not before a moment of the wall clock.
  case date(Date)

  /// A wait that no caller would sit out; larger numbers are read as this one, a year.
  private static let longest = 365 * 86_400

  /// Reads the header field; nil if it is neither a number of seconds nor an HTTP date.
  ///
  /// - Parameters:
  ///   - text: the field's value.
  ///   - reference: now, for dates with a year of two digits.
  public init?(_ text: String, reference: Date) {
    let text = FieldSyntax.trimmed(text[...])
    guard !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      self = .seconds(min(Int(text) ?? Self.longest, Self.longest))
    } else if let date = HTTPDate.parse(String(text), reference: reference) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// How long to wait from `now`; never negative, at most a year.
  public func delay(from now: Date) -> Duration {
    switch self {
    case .seconds(let seconds):
      return .seconds(min(max(seconds, 0), Self.longest))
    case .date(let date):
      let seconds = min(max(date.timeIntervalSince(now), 0), Double(Self.longest))
      // Rounded up: a millisecond too late is polite, a millisecond too early is not.
      return .milliseconds(Int((seconds * 1000).rounded(.up)))
    }
  }
}
