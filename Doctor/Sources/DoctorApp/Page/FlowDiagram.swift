internal import MaruDiagnostics

/// The authentication flow as a sequence: who spoke to whom, and with which token.
struct FlowDiagram {
  let report: Report
  let language: Text.Language

  private static let textWidth = 310
  /// As wide as the page, without what a failure's name needs.
  private static let lanesWidth = 780
  private static let rowHeight = 50
  /// More can't be taken in; the list of entries has all.
  private static let maximumRows = 160

  /// A row: a step, or how many calls are left out.
  enum Row {
    case step(Chronicle.Step)
    case gap(Int)
  }

  /// The colour of a token's nickname, of eight.
  static func colour(_ nickname: String) -> Int {
    nickname.utf8.reduce(0) { ($0 * 31 + Int($1)) % 8 }
  }

  private func says(_ english: String, _ korean: String) -> String {
    Text(english, korean)[language]
  }

  /// The steps that change something for the session, or that a finding shows.
  func rows() -> [Row] {
    let found = Set(report.findings.filter { $0.severity >= .low }.flatMap(\.numbers))
    var seen: Set<String> = []
    var rows: [Row] = []
    var skipped = 0
    var count = 0
    for step in report.chronicle.steps {
      let isFirstUse = step.credential.map { seen.insert($0).inserted } ?? false
      let matters =
        step.act != .call && step.act != .preflight || step.isRejected || isFirstUse
        || !step.born.isEmpty || found.contains(step.number)
      guard matters, count < Self.maximumRows else {
        skipped += 1
        continue
      }
      if skipped > 0 { rows.append(.gap(skipped)) }
      skipped = 0
      count += 1
      rows.append(.step(step))
    }
    if skipped > 0 { rows.append(.gap(skipped)) }
    return rows
  }

  /// Whether there is nothing to draw.
  var isEmpty: Bool {
    rows().allSatisfy { row in if case .gap = row { true } else { false } }
  }

  var section: HTML {
    let rows = rows()
    let steps = rows.compactMap { row in if case .step(let step) = row { step } else { nil } }
    guard !steps.isEmpty else { return "" }
    let lanes = Chronicle.Party.allCases.filter { party in
      steps.contains { $0.sender == party || $0.receiver == party }
    }
    let width = Self.textWidth + Self.lanesWidth
    let failureRoom = steps.contains { $0.status == nil } ? 170 : 0
    let laneWidth = min((Self.lanesWidth - failureRoom) / lanes.count, 170)
    let height = rows.count * Self.rowHeight + 10
    let heads = HTML.joined(
      lanes.enumerated().map { place, lane -> HTML in
        "<text class=\"lane\" x=\"\(x(place, laneWidth))\" y=\"20\">\(Phrases.party(lane)[language])</text>"
      })
    let lines = HTML.joined(
      lanes.indices.map { place -> HTML in
        "<line class=\"life\" x1=\"\(x(place, laneWidth))\" x2=\"\(x(place, laneWidth))\" y1=\"0\" y2=\"\(height)\"/>"
      })
    let drawn = HTML.joined(rows.enumerated().map { draw($1, $0, lanes, laneWidth) }, "\n")
    return """
      <section id="flow" aria-labelledby="flow-title">
      <h2 id="flow-title">\(says("Authentication flow", "인증 흐름"))</h2>
      <div class="scroll drawing" tabindex="0" role="region" aria-labelledby="flow-title">
      <svg class="heads" width="\(width)" height="30" viewBox="0 0 \(width) 30" aria-hidden="true">\(heads)</svg>
      <svg id="sequence" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="group" \
      aria-label="\(says("Sequence of the calls that matter for authentication", "인증에 관련된 호출의 순서"))">
      \(lines)
      \(drawn)
      </svg></div>
      </section>
      """
  }

  private func x(_ lane: Int, _ laneWidth: Int) -> Int {
    Self.textWidth + lane * laneWidth + laneWidth / 2
  }

  private func draw(_ row: Row, _ place: Int, _ lanes: [Chronicle.Party], _ laneWidth: Int) -> HTML
  {
    let y = place * Self.rowHeight
    switch row {
    case .gap(let count):
      let text = says("… \(count) more", "… \(count)건 더")
      return "<text class=\"gap\" x=\"12\" y=\"\(y + 30)\">\(text)</text>"
    case .step(let step):
      return draw(step, y, lanes, laneWidth)
    }
  }

  private func draw(
    _ step: Chronicle.Step, _ y: Int, _ lanes: [Chronicle.Party], _ laneWidth: Int
  ) -> HTML {
    let (from, to) = (
      x(lanes.firstIndex(of: step.sender) ?? 0, laneWidth),
      x(lanes.firstIndex(of: step.receiver) ?? 0, laneWidth)
    )
    let tip = to > from ? -7 : 7
    let came = step.status.map(String.init) ?? step.failure ?? "—"
    let worst = report.findings.filter { $0.numbers.contains(step.number) }.map(\.severity).max()
    let mark: HTML =
      worst.map {
        "<circle class=\"mark \($0.name)\" cx=\"8\" cy=\"\(y + 25)\" r=\"5\"/>" as HTML
      } ?? ""
    let shown = [step.credential, step.refreshed].compactMap { $0 }
    let isBad = (step.status ?? 0) >= 400 || step.status == nil
    return """
      <a href="#e-\(step.number)" aria-label="\(label(step, came, worst))"><rect class="hit" x="0" y="\(y)" width="\(Self.textWidth + Self.lanesWidth)" height="\(Self.rowHeight)"/>\(mark)\
      <text class="call" x="20" y="\(y + 21)"><tspan class="number">\(step.label.shortened(to: 8))</tspan> \("\(step.method) \(step.path)".shortened(to: 36))</text>\
      <text class="when" x="20" y="\(y + 38)">\(when(step))</text>\
      <line class="sent" x1="\(from)" x2="\(to + tip)" y1="\(y + 18)" y2="\(y + 18)"/>\
      <path class="tip" d="M\(to) \(y + 18) l\(tip) -4 v8 z"/>\
      <line class="came \(isBad ? "bad" : "good")" x1="\(from)" x2="\(to)" y1="\(y + 38)" y2="\(y + 38)"/>\
      \(pills(shown, from, to, y + 18))\(came.utf8.count > 3 ? failure(came, max(from, to), y + 42) : answer(came, isBad, from, to, y + 42))\
      \(pills(step.born, from, to, y + 38, after: 30))</a>
      """
  }

  private func answer(_ came: String, _ isBad: Bool, _ from: Int, _ to: Int, _ y: Int) -> HTML {
    let middle = (from + to) / 2 - 30
    return """
      <rect class="under" x="\(middle - 18)" y="\(y - 12)" width="36" height="16"/>\
      <text class="status \(isBad ? "bad" : "good")" x="\(middle)" y="\(y)">\(came)</text>
      """
  }

  /// Behind the lanes that it is between: a system's name for a failure is long.
  private func failure(_ came: String, _ x: Int, _ y: Int) -> HTML {
    """
    <text class="status bad start" x="\(x + 10)" y="\(y)">✕ \(came.shortened(to: 40))</text>
    """
  }

  private func pills(
    _ names: [String], _ from: Int, _ to: Int, _ y: Int, after: Int = 0
  ) -> HTML {
    var x = (from + to) / 2 - names.count * 22 + after
    return HTML.joined(
      names.prefix(3).map { name -> HTML in
        defer { x += 44 }
        return """
          <rect class="pill c\(Self.colour(name))" x="\(x)" y="\(y - 9)" width="42" height="18" rx="9"/>\
          <text class="token" x="\(x + 21)" y="\(y + 4)">\(name)</text>
          """
      })
  }

  private func when(_ step: Chronicle.Step) -> String {
    let offset = Moments.offset(step.offset).map { "\($0) · " } ?? ""
    return "\(offset)\(step.origin)".shortened(to: 44)
  }

  private func label(
    _ step: Chronicle.Step, _ came: String, _ worst: Finding.Severity?
  ) -> String {
    var parts = [
      "\(step.label): \(step.method) \(step.origin)\(step.path)",
      "\(Phrases.party(step.sender)[language]) → \(Phrases.party(step.receiver)[language])", came,
    ]
    let shown = [step.credential, step.refreshed].compactMap { $0 }
    if !shown.isEmpty {
      parts.append(says("shows", "보냄:") + " \(shown.joined(separator: ", "))")
    }
    if !step.born.isEmpty {
      parts.append(says("brings", "받음:") + " \(step.born.joined(separator: ", "))")
    }
    if let worst { parts.append("\(Phrases.severity(worst)[language])") }
    return parts.joined(separator: "; ")
  }
}
