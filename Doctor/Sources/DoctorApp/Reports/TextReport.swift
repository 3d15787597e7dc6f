internal import Foundation
internal import MaruDiagnostics

/// A report for a terminal: the verdict, the findings, and what can't be told.
struct TextReport {
  let report: Report
  let language: Text.Language
  let style: TerminalStyle
  /// How many findings are shown in full; nil: all.
  let limit: Int?

  var text: String {
    [header, verdict, findings, cannotTell].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var header: String {
    let quality = report.diagnosis.quality
    var parts = [report.file]
    if !quality.exporter.isEmpty { parts.append(quality.exporter) }
    parts += quality.clients.map { Phrases.client($0)[language] }
    return parts.joined(separator: " · ").wrapped(to: style.width, indent: "  ", first: "") + "\n"
  }

  // MARK: The verdict

  private var verdict: String {
    let verdict = Verdict(report, language)
    let worst = report.diagnosis.worst
    let colour: TerminalStyle.Colour = worst.map(Self.colour) ?? .green
    var lines = [style.coloured(verdict.headline.shortened(to: style.width), colour)]
    for point in verdict.points {
      let finding = point.finding
      let mark = Phrases.severity(finding.severity)[language].uppercased()
      let places = Self.places(finding.entries, limit: 4)
      lines.append(
        style.coloured("\(mark) \(point.title) (\(places))".shortened(to: style.width), .bold))
      lines.append(
        "  \(Phrases.seen[language]): \(finding.detail[language])".shortened(to: style.width))
      lines.append("  \(point.side): \(point.fix)".shortened(to: style.width))
    }
    if let limits = verdict.limits, lines.count < 10 {
      lines.append(style.coloured(limits.shortened(to: style.width), .dim))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func colour(_ severity: Finding.Severity) -> TerminalStyle.Colour {
    switch severity {
    case .critical, .high: .red
    case .medium: .yellow
    case .low, .info: .cyan
    }
  }

  /// Names entries, the first ones if there are many.
  static func places(_ entries: [String], limit: Int) -> String {
    let shown = entries.prefix(limit).joined(separator: ", ")
    return entries.count > limit ? "\(shown), … +\(entries.count - limit)" : shown
  }

  // MARK: Findings

  private var findings: String {
    guard !report.findings.isEmpty else { return "" }
    var text = title(Phrases.findings[language], report.findings.count)
    let shown = report.findings.indices.prefix(limit ?? Int.max)
    for index in shown { text += "\n" + finding(index) }
    let rest = report.findings.count - shown.count
    if rest > 0 {
      text += "\n"
      text +=
        Text("… and \(rest) more: --all shows them\n", "… 그 밖에 \(rest)건: --all로 볼 수 있습니다\n")[
          language]
    }
    return text
  }

  private func title(_ text: String, _ count: Int) -> String {
    style.coloured("\(text) (\(count))", .bold) + "\n"
  }

  private func finding(_ index: Int) -> String {
    let finding = report.findings[index]
    let severity = Phrases.severity(finding.severity)[language].uppercased()
    var head = "\(index + 1). \(severity) \(finding.rule)"
    head += " · \(Phrases.confidence(finding.confidence)[language])"
    if report.isKnown(index) { head += " · \(Phrases.known[language])" }
    if let cause = finding.cause { head += " · \(Phrases.causedBy[language]) \(cause)" }
    head = head.wrapped(to: style.width, indent: "   ", first: "")
    if let place = head.range(of: severity) {
      head.replaceSubrange(place, with: style.coloured(severity, Self.colour(finding.severity)))
    }
    var lines = [head]
    lines.append(finding.title[language].wrapped(to: style.width, indent: "   "))
    lines.append(row(Phrases.seen, finding.detail[language]))
    lines.append(row(Text("Entries", "항목"), Self.places(finding.entries, limit: 20)))
    if finding.cause == nil {
      lines.append(row(Phrases.why, finding.why[language]))
      if finding.app != Verdict.nothing { lines.append(row(Phrases.app, finding.app[language])) }
      if finding.server != Verdict.nothing {
        lines.append(row(Phrases.server, finding.server[language]))
      }
      lines.append(row(Phrases.source, finding.reference))
      let follows = report.diagnosis.consequences(of: finding)
      if !follows.isEmpty {
        let names = Set(follows.map(\.rule)).sorted().joined(separator: ", ")
        lines.append(row(Phrases.explains, names))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ label: Text, _ text: String) -> String {
    let first = "   " + (label[language] + ":").padded(to: 9)
    let indent = String(repeating: " ", count: first.displayWidth + 1)
    return text.wrapped(
      to: style.width, indent: indent, first: style.coloured(first, .dim) + " ")
  }

  // MARK: What can't be told

  private var cannotTell: String {
    guard !report.diagnosis.cannotTell.isEmpty else { return "" }
    var text = title(Phrases.cannotTell[language], report.diagnosis.cannotTell.count)
    for (missing, rules) in report.lacking {
      let needs = missing.map { Phrases.evidence($0)[language] }.joined(separator: "; ")
      text += "\n"
      text += "\(Phrases.needs[language]) \(needs)".wrapped(to: style.width, indent: "   ") + "\n"
      let names = limit == nil ? rules : Array(rules.prefix(8))
      let more = rules.count > names.count ? ", … +\(rules.count - names.count)" : ""
      text +=
        (names.joined(separator: ", ") + more).wrapped(to: style.width, indent: "     ") + "\n"
    }
    return text
  }
}
