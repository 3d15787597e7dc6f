#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A fixed form of a date, such as `yyyyMMdd` or `yyyy-MM-dd HH:mm:ss.S`.
///
/// `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` are so many digits, and no others; `S` is one or more
/// digits of a second, at the end of a run; `Z` is `Z` or an offset as `+09:00` or `+0900`. All else
/// stands for itself. Days that a month does not have are refused. The calendar is the Gregorian one,
/// and no locale has a say.
public struct XMLDatePattern: Sendable, Hashable, ExpressibleByStringLiteral {
  enum Field: Sendable, Hashable {
    case year, month, day, hour, minute, second, fraction, zone
    case literal(Unicode.Scalar)
  }

  private let fields: [Field]
  private let secondsFromUTC: Int

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - pattern: the form.
  ///   - secondsFromUTC: the offset of dates without a zone in them; 32,400 for Korea. UTC by default.
  public init(_ pattern: String, secondsFromUTC: Int = 0) {
    self.secondsFromUTC = secondsFromUTC
    var fields: [Field] = []
    var rest = Substring(pattern)
    let runs: [(String, Field)] = [
      ("yyyy", .year), ("MM", .month), ("dd", .day), ("HH", .hour), ("mm", .minute),
      ("ss", .second), ("Z", .zone),
    ]
    while let character = rest.unicodeScalars.first {
      if let (run, field) = runs.first(where: { rest.hasPrefix($0.0) }) {
        fields.append(field)
        rest = rest.dropFirst(run.count)
      } else if character == "S" {
        fields.append(.fraction)
        rest = rest.drop { $0 == "S" }
      } else {
        fields.append(.literal(character))
        rest.unicodeScalars.removeFirst()
      }
    }
    self.fields = fields
  }

  /// A pattern in UTC.
  public init(stringLiteral pattern: String) { self.init(pattern) }

  func date(_ text: String) -> Date? {
    var reader = XMLDateReader(text)
    var moment = XMLMoment()
    var offset = secondsFromUTC
    for field in fields {
      switch field {
      case .year: guard reader.read(4, into: &moment.year) else { return nil }
      case .month: guard reader.read(2, into: &moment.month) else { return nil }
      case .day: guard reader.read(2, into: &moment.day) else { return nil }
      case .hour: guard reader.read(2, into: &moment.hour) else { return nil }
      case .minute: guard reader.read(2, into: &moment.minute) else { return nil }
      case .second: guard reader.read(2, into: &moment.second) else { return nil }
      case .fraction:
        guard let fraction = reader.fraction() else { return nil }
        moment.fraction = fraction
      case .zone:
        guard let zone = reader.zone() else { return nil }
        offset = zone
      case .literal(let scalar): guard reader.skip(scalar) else { return nil }
      }
    }
    return reader.isAtEnd ? moment.date(secondsFromUTC: offset) : nil
  }

  func text(_ date: Date) -> String? {
    let offset = fields.contains(.zone) ? 0 : secondsFromUTC
    guard let moment = XMLMoment(date, secondsFromUTC: offset) else { return nil }
    var text = ""
    for field in fields {
      switch field {
      case .year: text += XMLMoment.padded(moment.year, 4)
      case .month: text += XMLMoment.padded(moment.month, 2)
      case .day: text += XMLMoment.padded(moment.day, 2)
      case .hour: text += XMLMoment.padded(moment.hour, 2)
      case .minute: text += XMLMoment.padded(moment.minute, 2)
      case .second: text += XMLMoment.padded(moment.second, 2)
      case .fraction:
        // A date is a binary fraction: 0.29 of a second is a little less. The last half millisecond
        // is not the next second's, whose digits are written already.
        text += XMLMoment.padded(min(999, Int((moment.fraction * 1000).rounded())), 3)
      case .zone: text += "Z"
      case .literal(let scalar): text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
