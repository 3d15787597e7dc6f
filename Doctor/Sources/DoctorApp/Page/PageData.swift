internal import MaruDiagnostics

/// What the page's script needs: the entries, and the fields of those that findings show.
struct PageData {
  let report: Report
  let language: Text.Language

  /// Fields are for looking at what was found: of very many nobody looks at all.
  private static let maximumDetails = 300

  var json: JSON {
    var origins: [String: Int] = [:]
    var names: [String] = []
    let found = Dictionary(
      report.findings.enumerated().flatMap { index, finding in
        finding.numbers.map { ($0, [index]) }
      }, uniquingKeysWith: +)
    let entries = report.chronicle.steps.map { step -> JSON in
      let origin = origins[step.origin] ?? names.count
      if origin == names.count {
        origins[step.origin] = origin
        names.append(step.origin)
      }
      return .array([
        .int(step.number), .string(step.label),
        step.offset.map { .string(Moments.offset($0) ?? "") } ?? .null, .string(step.method),
        .int(origin), .string(step.path),
        .string(step.status.map(String.init) ?? step.failure ?? "—"),
        .string(credentials(step)),
        .array((found[step.number] ?? []).map { .int($0 + 1) }),
      ])
    }
    let shown = report.chronicle.steps.lazy.filter { found[$0.number] != nil }
      .prefix(Self.maximumDetails)
    return [
      "origins": .strings(names),
      "entries": .array(entries),
      "details": .object(shown.map { JSON.Member(name: "\($0.number)", value: details($0)) }),
      "severities": .strings(report.findings.map(\.severity.name)),
      "rules": .strings(report.findings.map(\.rule)),
      "words": words,
    ]
  }

  /// What was shown, and what came for it: `RT1 → AT2, RT2`.
  private func credentials(_ step: Chronicle.Step) -> String {
    let shown = [step.credential, step.refreshed].compactMap { $0 }.joined(separator: ", ")
    let born = step.born.joined(separator: ", ")
    return born.isEmpty ? shown : "\(shown) → \(born)"
  }

  private func details(_ step: Chronicle.Step) -> JSON {
    let fields = report.chronicle.fields(of: step)
    func pairs(_ fields: [Chronicle.ShownField]) -> JSON {
      .array(fields.prefix(80).map { .strings([$0.name, String($0.value.prefix(400))]) })
    }
    return ["request": pairs(fields.request), "answer": pairs(fields.answer)]
  }

  private var words: JSON {
    func text(_ english: String, _ korean: String) -> JSON {
      .string(Text(english, korean)[language])
    }
    return [
      "shown": text("{1} of {2} findings are shown", "문제 {2}건 중 {1}건 표시"),
      "entries": text("{1} of {2} entries", "항목 {2}건 중 {1}건"),
      "page": text("{1} to {2}", "{1}–{2}"),
      "dark": text("Dark", "어둡게"),
      "light": text("Light", "밝게"),
      "fields": text("Fields", "필드"),
      "request": text("Request", "요청"),
      "answer": text("Answer", "응답"),
    ]
  }
}
