/// One thing that can go wrong: what it needs to be seen, how it is recognized, and what it says.
///
/// A rule looks at a whole case and does not depend on the shape of secrets, only on which are the
/// same: what it finds in a capture it finds in its redacted copy.
protocol Rule: Sendable {
  static var declaration: Declaration { get }
  static func look(at file: CaseFile) -> [Sign]
}

/// What a rule is, without its logic.
struct Declaration: Sendable {
  let id: String
  let severity: Finding.Severity
  let needs: Set<CaptureQuality.Evidence>
  /// Rules whose findings this one explains, if both show the same exchanges.
  let explains: [String]
  let title: Text
  let why: Text
  let app: Text
  let server: Text
  let reference: String

  init(
    _ id: String, _ severity: Finding.Severity, needs: Set<CaptureQuality.Evidence> = [],
    explains: [String] = [], _ title: Text, why: Text, app: Text, server: Text,
    reference: String
  ) {
    (self.id, self.severity, self.needs, self.explains) = (id, severity, needs, explains)
    (self.title, self.why, self.app, self.server) = (title, why, app, server)
    self.reference = reference
  }
}

/// What a rule has seen.
struct Sign: Sendable {
  /// The exchanges, as indices of the case.
  var exchanges: [Int]
  var fields: [String] = []
  /// Nil: the rule's own.
  var severity: Finding.Severity?
  var confidence = Finding.Confidence.certain
  var detail: Text

  init(
    _ exchanges: [Int], _ detail: Text, fields: [String] = [],
    severity: Finding.Severity? = nil, confidence: Finding.Confidence = .certain
  ) {
    self.exchanges = exchanges
    self.detail = detail
    self.fields = fields
    self.severity = severity
    self.confidence = confidence
  }
}

extension Text {
  /// Nothing is to be done on this side.
  static let nothing = Text("Nothing.", "할 일이 없습니다.")
}

/// What a rule looks for, and what it needs to see it: for those who list rules.
public struct RuleDescription: Sendable, Hashable {
  /// Its name, as `auth.refresh-storm`.
  public let id: String
  /// How much harm its findings do, unless what was seen says otherwise.
  public let severity: Finding.Severity
  /// What a capture must have, so that the rule can tell.
  public let needs: [CaptureQuality.Evidence]
  /// What is wrong, in one line.
  public let title: Text
  /// Why it matters.
  public let why: Text
  /// What to change in the app.
  public let app: Text
  /// What to change on the server.
  public let server: Text
  /// Where it is written.
  public let reference: String

  /// All rules, sorted by name.
  public static let all: [RuleDescription] = Rules.all.map { rule in
    let declaration = rule.declaration
    return RuleDescription(
      id: declaration.id, severity: declaration.severity,
      needs: declaration.needs.sorted { $0.rawValue < $1.rawValue }, title: declaration.title,
      why: declaration.why, app: declaration.app, server: declaration.server,
      reference: declaration.reference)
  }.sorted { $0.id < $1.id }
}
