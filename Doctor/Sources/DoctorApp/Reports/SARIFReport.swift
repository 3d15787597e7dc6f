internal import MaruDiagnostics

/// A report for code scanning (SARIF 2.1.0, OASIS).
enum SARIFReport {
  static func text(_ reports: [Report], _ language: Text.Language) -> String {
    let log: JSON = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": .array([run(reports, language)]),
    ]
    return log.text() + "\n"
  }

  private static func run(_ reports: [Report], _ language: Text.Language) -> JSON {
    let rules = RuleDescription.all
    let places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    return [
      "tool": [
        "driver": [
          "name": "maru",
          "fullName": "Maru's doctor",
          "semanticVersion": "0.1.0",
          "language": .string(language.rawValue),
          "rules": .array(rules.map { rule($0, language) }),
        ]
      ],
      // SARIF §3.14.11: fields and entries have no column; where one is told, it counts characters.
      "columnKind": "unicodeCodePoints",
      "artifacts": .array(
        reports.map { ["location": ["uri": .string(uri($0.file))]] }),
      "results": .array(
        reports.enumerated().flatMap { artifact, report in
          report.findings.indices.map { result(report, $0, artifact, places, language) }
        }),
      "invocations": .array(
        reports.map { report in
          [
            "executionSuccessful": true,
            "toolExecutionNotifications": .array(
              report.lacking.map { notification($0, language) }),
          ]
        }),
    ]
  }

  private static func rule(_ rule: RuleDescription, _ language: Text.Language) -> JSON {
    let fix =
      "\(Phrases.app[language]): \(rule.app[language]) "
      + "\(Phrases.server[language]): \(rule.server[language])"
    return [
      "id": .string(rule.id),
      "shortDescription": ["text": .string(rule.title[language])],
      "fullDescription": ["text": .string(rule.why[language])],
      "help": ["text": .string("\(fix) \(Phrases.source[language]): \(rule.reference)")],
      "defaultConfiguration": ["level": .string(level(rule.severity))],
      "properties": [
        "tags": .strings([rule.id.prefix { $0 != "." }.description, "authentication"])
      ],
    ]
  }

  private static func result(
    _ report: Report, _ index: Int, _ artifact: Int, _ places: [String: Int],
    _ language: Text.Language
  ) -> JSON {
    let finding = report.findings[index]
    let file: JSON = ["uri": .string(uri(report.file)), "index": .int(artifact)]
    return .compact([
      "ruleId": .string(finding.rule),
      "ruleIndex": places[finding.rule].map { .int($0) } ?? .null,
      "level": .string(level(finding.severity)),
      "message": ["text": .string("\(finding.title[language]): \(finding.detail[language])")],
      "locations": .array([
        [
          "physicalLocation": ["artifactLocation": file],
          "logicalLocations": .array(
            finding.entries.map { ["name": .string($0), "kind": "element"] }),
        ]
      ]),
      "partialFingerprints": ["maru/v1": .string(report.fingerprints[index])],
      "baselineState": report.known.isEmpty
        ? .null : .string(report.isKnown(index) ? "unchanged" : "new"),
      "properties": [
        "severity": .string(finding.severity.name),
        "confidence": .string(finding.confidence.name),
        "fields": .strings(finding.fields),
      ],
    ])
  }

  private static func notification(
    _ lacking: (missing: [CaptureQuality.Evidence], rules: [String]), _ language: Text.Language
  ) -> JSON {
    let needs = lacking.missing.map { Phrases.evidence($0)[language] }.joined(separator: "; ")
    let text =
      "\(Phrases.cannotTell[language]): \(lacking.rules.joined(separator: ", ")); "
      + "\(Phrases.needs[language]) \(needs)"
    return ["level": "note", "message": ["text": .string(text)]]
  }

  private static func level(_ severity: Finding.Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium: "warning"
    case .low, .info: "note"
    }
  }

  /// A path as a reference (RFC 3986 §4.2): whatever is not plain is encoded.
  static func uri(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return path.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
