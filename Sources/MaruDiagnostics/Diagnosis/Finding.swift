/// Something that went wrong, with what shows it and how to mend it.
///
/// Nothing of a credential, an address or a body is in it: entries are named by their numbers.
public struct Finding: Sendable, Hashable {
  /// The rule that found it, as `auth.refresh-storm`.
  public let rule: String
  /// How much harm it does, if it is so.
  public let severity: Severity
  /// How sure it is that it is so.
  public let confidence: Confidence
  /// The exchanges that show it, by their labels, in the order in which they were sent.
  public let entries: [String]
  /// The same exchanges by their places in the file, from 1.
  public let numbers: [Int]
  /// The fields, members or cookies that show it, by name.
  public let fields: [String]
  /// What is wrong, in one line.
  public let title: Text
  /// What was seen.
  public let detail: Text
  /// Why it matters.
  public let why: Text
  /// What to change in the app.
  public let app: Text
  /// What to change on the server.
  public let server: Text
  /// Where it is written, as `RFC 9700 §4.14`.
  public let reference: String
  /// The rule whose finding explains this one; nil if it stands for itself.
  public internal(set) var cause: String?

  /// How much harm a finding does.
  public enum Severity: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Worth knowing.
    case info
    /// Does no harm by itself.
    case low
    /// Does harm at times, or will.
    case medium
    /// Breaks a session, a call or a promise.
    case high
    /// Gives something away.
    case critical

    /// Whether one does less harm than another.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    /// The word in reports.
    public var name: String {
      switch self {
      case .info: "info"
      case .low: "low"
      case .medium: "medium"
      case .high: "high"
      case .critical: "critical"
      }
    }
  }

  /// How sure a finding is.
  public enum Confidence: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// There are other explanations.
    case possible
    /// There are others, but none is likely.
    case likely
    /// The capture shows it.
    case certain

    /// Whether one is less sure than another.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    /// The word in reports.
    public var name: String {
      switch self {
      case .possible: "possible"
      case .likely: "likely"
      case .certain: "certain"
      }
    }
  }
}

/// A rule that a capture gives no evidence for or against.
public struct CannotTell: Sendable, Hashable {
  /// The rule.
  public let rule: String
  /// What it would need.
  public let missing: [CaptureQuality.Evidence]
}
