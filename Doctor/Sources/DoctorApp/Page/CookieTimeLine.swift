internal import Foundation
internal import MaruDiagnostics

/// The lives of cookies on one axis of time.
struct CookieTimeLine {
  let report: Report
  let language: Text.Language

  private static let textWidth = 330
  private static let axisWidth = 620
  private static let rowHeight = 34
  private static let maximumRows = 40
  /// Marks of a kind that lie closer than this are one mark: the table has all.
  private static let markWidth = 9

  private func says(_ english: String, _ korean: String) -> String {
    Text(english, korean)[language]
  }

  /// Where entries lie on the axis, from 0 to 1: by time, or by order without times.
  private struct Axis {
    private let first: Date
    private let span: Double
    private let places: [String: Double]
    let isTimed: Bool

    init(_ steps: [Chronicle.Step]) {
      let starts = steps.compactMap(\.start)
      let start = starts.min() ?? Date(timeIntervalSince1970: 0)
      let end = zip(steps.compactMap(\.start), steps.map(\.seconds)).map { $0 + $1 }.max() ?? start
      first = start
      span = max(end.timeIntervalSince(start), 0.001)
      isTimed = starts.count == steps.count && !steps.isEmpty
      let count = Double(max(steps.count - 1, 1))
      places = Dictionary(
        steps.enumerated().map { ($1.label, Double($0) / count) },
        uniquingKeysWith: { one, _ in one })
    }

    func place(_ event: Chronicle.CookieLife.Event) -> Double {
      if isTimed, let date = event.date {
        return min(max(date.timeIntervalSince(first) / span, 0), 1)
      }
      return event.entry.flatMap { places[$0] } ?? 1
    }

    var seconds: Double { span }
  }

  var section: HTML {
    let story = report.chronicle
    guard !story.cookies.isEmpty else { return "" }
    let axis = Axis(story.steps)
    let shown = story.cookies.prefix(Self.maximumRows)
    let width = Self.textWidth + Self.axisWidth + 20
    let height = shown.count * Self.rowHeight + 34
    let rows = HTML.joined(
      shown.enumerated().map { draw($1, $0 * Self.rowHeight + 8, axis) }, "\n")
    let rest = story.cookies.count - shown.count
    let more =
      rest > 0 ? says("… and \(rest) more: maru cookie", "… 그 밖에 \(rest)개: maru cookie") : ""
    return """
      <section id="cookies" aria-labelledby="cookies-title">
      <h2 id="cookies-title">\(says("Cookies over time", "쿠키 시간표"))</h2>
      <div class="scroll drawing" tabindex="0" role="region" aria-labelledby="cookies-title">
      <svg id="jar" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" \
      aria-label="\(says("Lives of cookies; the table below says the same", "쿠키의 수명; 아래 표와 같은 내용"))">
      \(rows)
      \(scale(axis, height - 20))
      </svg></div>
      \(legend)
      \(table(shown))
      <p>\(more)</p>
      </section>
      """
  }

  private func scale(_ axis: Axis, _ y: Int) -> HTML {
    let right = Self.textWidth + Self.axisWidth
    let end = axis.isTimed ? "+\(Moments.span(axis.seconds))" : says("last entry", "마지막 항목")
    return """
      <line class="life" x1="\(Self.textWidth)" x2="\(right)" y1="\(y)" y2="\(y)"/>\
      <text class="when" x="\(Self.textWidth)" y="\(y + 15)">0</text>\
      <text class="when end" x="\(right)" y="\(y + 15)">\(end)</text>
      """
  }

  private func draw(_ life: Chronicle.CookieLife, _ y: Int, _ axis: Axis) -> HTML {
    let middle = y + Self.rowHeight / 2
    var marks: HTML = ""
    var bars: HTML = ""
    var begin: Int? = life.path == nil ? Self.textWidth : nil
    var last: [Chronicle.CookieLife.Kind: Int] = [:]
    for event in life.events {
      let x = Self.textWidth + Int(axis.place(event) * Double(Self.axisWidth))
      switch event.kind {
      case .set, .replaced: begin = begin ?? x
      case .deleted, .expired:
        if let start = begin { bars += bar(start, x, middle) }
        begin = nil
      case .sent, .refused, .deletionMissed: break
      }
      if let other = last[event.kind], x - other < Self.markWidth { continue }
      last[event.kind] = x
      marks += mark(event, x, middle)
    }
    if let start = begin { bars += bar(start, Self.textWidth + Self.axisWidth, middle) }
    let scope = "\(life.domain)\(life.path ?? "")"
    return """
      <g><text class="call" x="8" y="\(middle - 2)">\(life.name.shortened(to: 40))</text>\
      <text class="when" x="8" y="\(middle + 12)">\(scope.shortened(to: 48))</text>\(bars)\(marks)</g>
      """
  }

  private func bar(_ start: Int, _ end: Int, _ y: Int) -> HTML {
    "<rect class=\"lifetime\" x=\"\(start)\" y=\"\(y - 4)\" width=\"\(max(end - start, 2))\" height=\"8\" rx=\"4\"/>"
  }

  private func mark(_ event: Chronicle.CookieLife.Event, _ x: Int, _ y: Int) -> HTML {
    let entry = event.entry.map { "\($0): " } ?? ""
    let title: HTML = "<title>\(entry)\(Phrases.event(event.kind)[language])</title>"
    return "<g class=\"event\">\(title)\(Self.shape(event.kind, x, y))</g>"
  }

  /// A shape for each kind, so that colours say nothing alone.
  private static func shape(_ kind: Chronicle.CookieLife.Kind, _ x: Int, _ y: Int) -> HTML {
    switch kind {
    case .set: "<circle class=\"good\" cx=\"\(x)\" cy=\"\(y)\" r=\"6\"/>"
    case .replaced: "<circle class=\"ring\" cx=\"\(x)\" cy=\"\(y)\" r=\"6\"/>"
    case .sent: "<rect class=\"tick\" x=\"\(x - 1)\" y=\"\(y - 7)\" width=\"2\" height=\"14\"/>"
    case .deleted: "<path class=\"cross\" d=\"M\(x - 5) \(y - 5) l10 10 m0 -10 l-10 10\"/>"
    case .deletionMissed:
      "<path class=\"cross bad\" d=\"M\(x - 5) \(y - 5) l10 10 m0 -10 l-10 10\"/>"
    case .refused:
      "<rect class=\"refused\" x=\"\(x - 5)\" y=\"\(y - 5)\" width=\"10\" height=\"10\"/>"
    case .expired: "<path class=\"expired\" d=\"M\(x) \(y - 6) l6 11 h-12 z\"/>"
    }
  }

  private var legend: HTML {
    let kinds: [(Chronicle.CookieLife.Kind, String)] = [
      (.set, Phrases.event(.set)[language]), (.replaced, Phrases.event(.replaced)[language]),
      (.sent, Phrases.event(.sent)[language]), (.deleted, Phrases.event(.deleted)[language]),
      (.deletionMissed, says("deleted in vain", "헛된 삭제")), (.refused(""), says("refused", "거부됨")),
      (.expired, Phrases.event(.expired)[language]),
    ]
    return HTML.joined(
      kinds.map { kind, text -> HTML in
        """
        <li><svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">\(Self.shape(kind, 9, 9))</svg> \(text)</li>
        """
      }
    ).wrapped("<ul class=\"legend\">", "</ul>")
  }

  private func table(_ lives: some Collection<Chronicle.CookieLife>) -> HTML {
    let rows = lives.map { life -> HTML in
      let told = life.events.prefix(60).map { event in
        let what = Phrases.event(event.kind)[language]
        return event.entry.map { "\($0) \(what)" } ?? what
      }
      let rest = life.events.count > 60 ? " … +\(life.events.count - 60)" : ""
      return """
        <tr><th scope="row">\(life.name)</th><td>\(life.domain)</td><td>\(life.path ?? "")</td>
        <td>\(told.joined(separator: "; "))\(rest)</td></tr>
        """
    }
    return """
      <details><summary>\(says("As a table", "표로 보기"))</summary><div class="scroll" tabindex="0" role="region" \
      aria-label="\(says("Cookies as a table", "쿠키 표"))"><table>
      <thead><tr><th scope="col">\(says("Cookie", "쿠키"))</th><th scope="col">Domain</th><th scope="col">Path</th>
      <th scope="col">\(says("What happened", "일어난 일"))</th></tr></thead>
      <tbody>\(HTML.joined(rows, "\n"))</tbody></table></div></details>
      """
  }
}

extension HTML {
  /// The piece between two of our own.
  func wrapped(_ start: HTML, _ end: HTML) -> HTML { "\(start)\(self)\(end)" }
}
