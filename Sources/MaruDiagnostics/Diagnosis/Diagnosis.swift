/// What a capture shows of things that went wrong, worst first.
public struct Diagnosis: Sendable {
  /// What the capture can and can't prove.
  public let quality: CaptureQuality
  /// How many exchanges there were.
  public let exchangeCount: Int
  /// What was found: causes before what they explain, then by harm, sureness and time.
  public let findings: [Finding]
  /// The rules for which the capture has no evidence.
  public let cannotTell: [CannotTell]
  /// By place: the place of the finding that explains one.
  private let roots: [Int?]

  /// Diagnoses a capture by all rules.
  ///
  /// - Parameters:
  ///   - capture: what was recorded.
  ///   - client: what sent all of it; nil: what the capture says of each exchange.
  public init(of capture: Capture, client: ClientKind? = nil) {
    self.init(of: capture, client: client, rules: Rules.all)
  }

  init(of capture: Capture, client: ClientKind?, rules: [any Rule.Type]) {
    self.init(CaseFile(capture, client: client), rules)
  }

  init(_ file: CaseFile, _ rules: [any Rule.Type]) {
    quality = file.quality
    exchangeCount = file.exchanges.count
    var findings: [Finding] = []
    var cannotTell: [CannotTell] = []
    for rule in rules {
      let declaration = rule.declaration
      let missing = declaration.needs.filter { !file.quality.has($0) }
      guard missing.isEmpty else {
        cannotTell.append(
          CannotTell(
            rule: declaration.id, missing: missing.sorted { $0.rawValue < $1.rawValue }))
        continue
      }
      findings += rule.look(at: file).map { Self.finding(declaration, $0, file) }
    }
    self.cannotTell = cannotTell.sorted { $0.rule < $1.rule }
    let sorted = Self.ordered(findings)
    let causes = Grouping.causes(of: sorted, rules.map { $0.declaration })
    let order =
      sorted.indices.filter { causes[$0] == nil } + sorted.indices.filter { causes[$0] != nil }
    var places = Array(repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { places[old] = new }
    self.findings = order.map { old in
      var finding = sorted[old]
      finding.cause = causes[old].map { sorted[$0].rule }
      return finding
    }
    roots = order.map { old in causes[old].map { places[$0] } }
  }

  private static func finding(
    _ declaration: Declaration, _ sign: Sign, _ file: CaseFile
  ) -> Finding {
    let places = Set(sign.exchanges).sorted()
    return Finding(
      rule: declaration.id, severity: sign.severity ?? declaration.severity,
      confidence: sign.confidence, entries: places.map(file.label),
      numbers: places.map { file.exchanges[$0].number }, fields: sign.fields,
      title: declaration.title, detail: sign.detail, why: declaration.why, app: declaration.app,
      server: declaration.server, reference: declaration.reference)
  }

  /// Worst first, and always the same: rules hand their signs over in the order of dictionaries.
  private static func ordered(_ findings: [Finding]) -> [Finding] {
    findings.sorted { one, other in
      if one.severity != other.severity { return one.severity > other.severity }
      if one.confidence != other.confidence { return one.confidence > other.confidence }
      if one.numbers != other.numbers {
        return one.numbers.lexicographicallyPrecedes(other.numbers)
      }
      if one.rule != other.rule { return one.rule < other.rule }
      if one.fields != other.fields { return one.fields.lexicographicallyPrecedes(other.fields) }
      return one.detail.english < other.detail.english
    }
  }

  /// The findings that no other explains.
  public var causes: [Finding] { findings.filter { $0.cause == nil } }

  /// What a cause explains.
  public func consequences(of finding: Finding) -> [Finding] {
    guard let place = findings.firstIndex(of: finding) else { return [] }
    return findings.indices.filter { roots[$0] == place }.map { findings[$0] }
  }

  /// The greatest harm that was found; nil if nothing was.
  public var worst: Finding.Severity? { findings.map(\.severity).max() }
}
