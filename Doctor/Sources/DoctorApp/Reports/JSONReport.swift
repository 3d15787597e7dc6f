internal import MaruDiagnostics

/// A report for programs.
enum JSONReport {
  /// One file's object, or an array of them for several.
  static func text(_ reports: [Report], _ language: Text.Language) -> String {
    let values = reports.map { value($0, language) }
    return (values.count == 1 ? values[0] : .array(values)).text() + "\n"
  }

  static func value(_ report: Report, _ language: Text.Language) -> JSON {
    let diagnosis = report.diagnosis
    return .compact([
      "capture": capture(report),
      "findings": .array(report.findings.indices.map { finding(report, $0, language) }),
      "cannotTell": .array(
        diagnosis.cannotTell.map {
          ["rule": .string($0.rule), "missing": .strings($0.missing.map(\.rawValue))]
        }),
    ])
  }

  private static func capture(_ report: Report) -> JSON {
    let quality = report.diagnosis.quality
    return .compact([
      "file": .string(report.file),
      "exchanges": .int(report.diagnosis.exchangeCount),
      "exporter": quality.exporter.isEmpty ? .null : .string(quality.exporter),
      "clients": .strings(quality.clients.map(\.rawValue)),
      "times": .string(quality.times.rawValue),
      "sanitized": .bool(quality.isSanitized),
      "masked": .bool(quality.isMasked),
      "fieldsAsSent": .bool(quality.hasFieldsAsSent),
      "requestBodies": .bool(quality.hasRequestBodies),
      "responseBodies": .bool(quality.hasResponseBodies),
      "redirects": .bool(quality.hasRedirects),
      "duplicates": .int(quality.duplicates),
      "cut": quality.cut.map { cut in
        [
          "line": .int(cut.line), "column": .int(cut.column),
          "problem": .string(cut.problem.rawValue),
        ]
      } ?? .null,
    ])
  }

  private static func finding(_ report: Report, _ index: Int, _ language: Text.Language) -> JSON {
    let finding = report.findings[index]
    return .compact([
      "rule": .string(finding.rule),
      "severity": .string(finding.severity.name),
      "confidence": .string(finding.confidence.name),
      "entries": .strings(finding.entries),
      "numbers": .array(finding.numbers.map { .int($0) }),
      "fields": .strings(finding.fields),
      "title": .string(finding.title[language]),
      "detail": .string(finding.detail[language]),
      "why": .string(finding.why[language]),
      "fix": [
        "app": .string(finding.app[language]), "server": .string(finding.server[language]),
      ],
      "reference": .string(finding.reference),
      "cause": finding.cause.map { .string($0) } ?? .null,
      "fingerprint": .string(report.fingerprints[index]),
      "known": .bool(report.isKnown(index)),
    ])
  }
}
