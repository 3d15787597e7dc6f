internal import MaruDiagnostics

/// A report for build servers: a suite for each file, a case for each rule that was tried or found.
///
/// A rule that can't tell is a skipped case; a finding below the threshold, or one that a baseline
/// knows, passes and says so in its output.
enum JUnitReport {
  static func text(_ reports: [Report], _ language: Text.Language) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let suites = reports.map { suite($0, language) }
    let sums = suites.reduce((0, 0, 0)) { ($0.0 + $1.tests, $0.1 + $1.failures, $0.2 + $1.skipped) }
    text += "<testsuites name=\"maru\" tests=\"\(sums.0)\" failures=\"\(sums.1)\""
    text += " errors=\"0\" skipped=\"\(sums.2)\">\n"
    text += suites.map(\.text).joined()
    return text + "</testsuites>\n"
  }

  private struct Suite {
    var text = ""
    var tests = 0
    var failures = 0
    var skipped = 0
  }

  private static func suite(_ report: Report, _ language: Text.Language) -> Suite {
    var suite = Suite()
    var cases = ""
    let lacking = Dictionary(
      uniqueKeysWithValues: report.diagnosis.cannotTell.map { ($0.rule, $0.missing) })
    let found = Dictionary(grouping: report.findings.indices) { report.findings[$0].rule }
    for rule in RuleDescription.all.map(\.id) + found.keys.filter({ !isListed($0) }).sorted() {
      suite.tests += 1
      let family = rule.prefix { $0 != "." }
      cases +=
        "    <testcase classname=\"maru.\(escaped(String(family)))\" name=\"\(escaped(rule))\""
      if let missing = lacking[rule] {
        suite.skipped += 1
        let needs = missing.map { Phrases.evidence($0)[language] }.joined(separator: "; ")
        cases +=
          ">\n      <skipped message=\"\(escaped("\(Phrases.needs[language]) \(needs)"))\"/>\n"
        cases += "    </testcase>\n"
        continue
      }
      guard let indices = found[rule] else {
        cases += "/>\n"
        continue
      }
      let bad = indices.filter {
        report.findings[$0].severity >= report.threshold && !report.isKnown($0)
      }
      cases += ">\n"
      if let first = bad.first {
        suite.failures += 1
        let finding = report.findings[first]
        cases += "      <failure type=\"\(finding.severity.name)\""
        cases += " message=\"\(escaped(finding.title[language]))\">"
        cases += escaped(bad.map { told(report.findings[$0], language) }.joined(separator: "\n\n"))
        cases += "</failure>\n"
      }
      let quiet = indices.filter { !bad.contains($0) }
      if !quiet.isEmpty {
        let text = quiet.map { told(report.findings[$0], language) }.joined(separator: "\n\n")
        cases += "      <system-out>\(escaped(text))</system-out>\n"
      }
      cases += "    </testcase>\n"
    }
    suite.text = "  <testsuite name=\"\(escaped(report.file))\" tests=\"\(suite.tests)\""
    suite.text += " failures=\"\(suite.failures)\" errors=\"0\" skipped=\"\(suite.skipped)\">\n"
    suite.text += cases + "  </testsuite>\n"
    return suite
  }

  private static let listed = Set(RuleDescription.all.map(\.id))
  private static func isListed(_ rule: String) -> Bool { listed.contains(rule) }

  private static func told(_ finding: Finding, _ language: Text.Language) -> String {
    var lines = [
      "\(finding.severity.name), \(finding.confidence.name): \(finding.detail[language])",
      finding.entries.joined(separator: ", "),
    ]
    if finding.app != Verdict.nothing {
      lines.append("\(Phrases.app[language]): \(finding.app[language])")
    }
    if finding.server != Verdict.nothing {
      lines.append("\(Phrases.server[language]): \(finding.server[language])")
    }
    lines.append("\(Phrases.source[language]): \(finding.reference)")
    return lines.joined(separator: "\n")
  }

  /// XML 1.0 §2.2: what is no character of XML becomes a replacement.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
