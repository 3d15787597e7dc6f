internal import MaruDiagnostics

/// A report as one page that needs nothing else: no network, no fonts, no files.
///
/// Whatever comes from a capture is escaped or is data; and the page's policy lets no script run but
/// its own, which it names by digest.
struct HTMLReport {
  let report: Report
  let language: Text.Language

  /// The file's name: which folders it lies in is nobody's business who gets the page.
  private var name: String {
    report.file.split(separator: "/").last.map(String.init) ?? report.file
  }

  func says(_ english: String, _ korean: String) -> String { Text(english, korean)[language] }

  var text: String {
    let style = PageStyle.css
    let script = PageScript.source
    let policy = [
      "default-src 'none'", "script-src \(SHA256Digest(of: script.utf8).source)",
      "style-src \(SHA256Digest(of: style.utf8).source)", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
    let page: HTML = """
      <!doctype html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(says("Diagnosis of", "진단:")) \(name)</title>
      <style>\(HTML.own(style))</style>
      </head>
      <body>
      <a class="skip" href="#findings">\(says("Skip to the findings", "문제 목록으로 건너뛰기"))</a>
      \(head)
      <main>
      \(verdict)
      \(findings)
      \(FlowDiagram(report: report, language: language).section)
      \(tokens)
      \(CookieTimeLine(report: report, language: language).section)
      \(entries)
      \(cannotTell)
      </main>
      \(keys)
      <script type="application/json" id="data">\(HTML.data(PageData(report: report, language: language).json))</script>
      <script>\(HTML.own(script))</script>
      </body>
      </html>

      """
    return page.markup
  }

  // MARK: Head

  private var head: HTML {
    let quality = report.diagnosis.quality
    var facts = [Phrases.exchanges(report.diagnosis.exchangeCount)[language]]
    if !quality.exporter.isEmpty { facts.append(quality.exporter) }
    facts += quality.clients.map { Phrases.client($0)[language] }
    var sections = [
      ("verdict", says("Verdict", "판정")), ("findings", Phrases.findings[language]),
    ]
    let flow = FlowDiagram(report: report, language: language)
    if !flow.isEmpty { sections.append(("flow", says("Flow", "흐름"))) }
    if !report.chronicle.credentials.isEmpty { sections.append(("tokens", says("Tokens", "토큰"))) }
    if !report.chronicle.cookies.isEmpty { sections.append(("cookies", says("Cookies", "쿠키"))) }
    sections.append(("entries", says("Entries", "항목")))
    if !report.diagnosis.cannotTell.isEmpty {
      sections.append(("cannot-tell", Phrases.cannotTell[language]))
    }
    let links = HTML.joined(
      sections.map { "<a href=\"#\($0.0)\">\($0.1)</a>" as HTML }, "\n")
    return """
      <header>
      <div class="bar"><p class="brand">maru</p>
      <nav aria-label="\(says("Sections", "구역"))">\(links)</nav>
      <div class="buttons"><button type="button" id="show-keys">\(says("Keys", "단축키"))</button>
      <button type="button" id="theme" aria-pressed="false">\(says("Dark", "어둡게"))</button></div></div>
      <h1>\(name)</h1>
      <p class="facts">\(facts.joined(separator: " · "))</p>
      </header>
      """
  }

  private var verdict: HTML {
    let verdict = Verdict(report, language)
    let worst = report.diagnosis.worst?.name ?? "none"
    let points = HTML.joined(
      verdict.points.map { point -> HTML in
        """
        <li><p><span class="badge \(point.finding.severity.name)">\(Phrases.severity(point.finding.severity)[language])</span> \
        <strong>\(point.title)</strong> \(links(point.finding))</p>
        <p>\(point.finding.detail[language])</p>
        <p class="fix"><b>\(point.side):</b> \(point.fix)</p></li>
        """
      }, "\n")
    return """
      <section id="verdict" aria-labelledby="verdict-title" class="\(worst)">
      <h2 id="verdict-title">\(says("Verdict", "판정"))</h2>
      <p class="headline">\(verdict.headline)</p>
      <ol>\(points)</ol>
      <p class="limits">\(verdict.limits ?? "")</p>
      </section>
      """
  }

  /// The entries of a finding as links: the first ones, if there are many.
  private func links(_ finding: Finding, limit: Int = 12) -> HTML {
    let shown = zip(finding.numbers, finding.entries).prefix(limit)
    let links = shown.map { "<a class=\"entry\" href=\"#e-\($0.0)\">\($0.1)</a>" as HTML }
    let rest = finding.entries.count - limit
    return HTML.joined(links, ", ").adding(rest > 0 ? " … +\(rest)" : "")
  }

  // MARK: Findings

  private var findings: HTML {
    let boxes = HTML.joined(
      report.counts.map { severity, count -> HTML in
        """
        <label><input type="checkbox" name="severity" value="\(severity.name)" checked> \
        \(Phrases.severity(severity)[language]) (\(count))</label>
        """
      }, "\n")
    let all = HTML.joined(report.findings.indices.map { finding($0) }, "\n")
    let none = report.findings.isEmpty ? says("Nothing was found.", "발견된 문제가 없습니다.") : ""
    return """
      <section id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">\(Phrases.findings[language])</h2>
      <form id="filters" class="filters" role="search" aria-label="\(says("Filter findings", "문제 거르기"))">
      <fieldset><legend>\(says("Severity", "심각도"))</legend>\(boxes)</fieldset>
      <label><input type="checkbox" id="causes"> \(says("Causes only", "원인만"))</label>
      <label class="grow">\(says("Search", "찾기")) <input type="search" id="search" autocomplete="off"></label>
      <p role="status" id="shown"></p>
      </form>
      <p>\(none)</p>
      \(all)
      </section>
      """
  }

  private func finding(_ index: Int) -> HTML {
    let finding = report.findings[index]
    var rows: HTML = ""
    func row(_ label: Text, _ text: String) {
      rows += "<dt>\(label[language])</dt><dd>\(text)</dd>" as HTML
    }
    rows += "<dt>\(says("Entries", "항목"))</dt><dd>\(links(finding, limit: 40))</dd>" as HTML
    row(Phrases.why, finding.why[language])
    if finding.app != Verdict.nothing { row(Phrases.app, finding.app[language]) }
    if finding.server != Verdict.nothing { row(Phrases.server, finding.server[language]) }
    if !finding.fields.isEmpty {
      row(Text("Fields", "필드"), finding.fields.joined(separator: ", "))
    }
    row(Phrases.source, finding.reference)
    var notes = [Phrases.confidence(finding.confidence)[language]]
    if report.isKnown(index) { notes.append(Phrases.known[language]) }
    if let cause = finding.cause { notes.append("\(Phrases.causedBy[language]) \(cause)") }
    return """
      <article class="finding" id="f-\(index + 1)" tabindex="-1" data-severity="\(finding.severity.name)" \
      data-cause="\(finding.cause ?? "")" aria-labelledby="f-\(index + 1)-title">
      <h3 id="f-\(index + 1)-title"><span class="badge \(finding.severity.name)">\(Phrases.severity(finding.severity)[language])</span> \
      \(finding.title[language])</h3>
      <p class="rule"><code>\(finding.rule)</code> · \(notes.joined(separator: " · "))</p>
      <p>\(finding.detail[language])</p>
      <dl>\(rows)</dl>
      </article>
      """
  }

  // MARK: Tokens, entries, what can't be told

  private var tokens: HTML {
    let all = report.chronicle.credentials
    guard !all.isEmpty else { return "" }
    let rows = all.prefix(100).map { life -> HTML in
      let ended =
        life.successor.map { "\($0) (\(life.replacedIn ?? ""))" }
        ?? (life.rejections.isEmpty ? "" : "—")
      return """
        <tr><th scope="row"><span class="pill c\(FlowDiagram.colour(life.nickname))">\(life.nickname)</span></th>
        <td>\(Phrases.kind(life.kind)[language])</td><td>\(life.born ?? says("before", "이전"))</td>
        <td>\(TextReport.places(life.uses, limit: 8))</td>
        <td>\(TextReport.places(life.rejections, limit: 8))</td><td>\(ended)</td></tr>
        """
    }
    let rest =
      all.count > 100 ? says("… and \(all.count - 100) more", "… 그 밖에 \(all.count - 100)개") : ""
    return """
      <section id="tokens" aria-labelledby="tokens-title">
      <h2 id="tokens-title">\(says("Tokens and keys", "토큰과 키"))</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="tokens-title"><table>
      <thead><tr><th scope="col">\(says("Name", "이름"))</th><th scope="col">\(says("Kind", "종류"))</th>
      <th scope="col">\(says("Born", "발급"))</th><th scope="col">\(says("Shown", "사용"))</th>
      <th scope="col">\(says("Turned down", "거부"))</th><th scope="col">\(says("Replaced by", "교체"))</th></tr></thead>
      <tbody>\(HTML.joined(rows, "\n"))</tbody></table></div>
      <p>\(rest)</p>
      </section>
      """
  }

  private var entries: HTML {
    """
    <section id="entries" aria-labelledby="entries-title">
    <h2 id="entries-title">\(says("Entries", "항목"))</h2>
    <form class="filters" role="search" id="entry-filters" aria-label="\(says("Filter entries", "항목 거르기"))">
    <label class="grow">\(says("Search", "찾기")) <input type="search" id="entry-search" autocomplete="off"></label>
    <label><input type="checkbox" id="only-found"> \(says("With findings only", "문제가 있는 것만"))</label>
    <p role="status" id="entries-shown"></p>
    </form>
    <noscript><p>\(says("The list of entries needs scripts.", "항목 목록에는 스크립트가 필요합니다."))</p></noscript>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="entries-title"><table id="entry-table">
    <thead><tr><th scope="col">\(says("Entry", "항목"))</th><th scope="col">\(says("Time", "시각"))</th>
    <th scope="col">\(says("Request", "요청"))</th><th scope="col">\(says("Answer", "응답"))</th>
    <th scope="col">\(says("Credential", "자격 증명"))</th><th scope="col">\(says("Findings", "문제"))</th></tr></thead>
    <tbody></tbody></table></div>
    <div class="pager"><button type="button" id="earlier">\(says("Earlier", "이전"))</button>
    <span id="page" aria-live="polite"></span>
    <button type="button" id="later">\(says("Later", "다음"))</button></div>
    </section>
    """
  }

  private var cannotTell: HTML {
    guard !report.diagnosis.cannotTell.isEmpty else { return "" }
    let groups = report.lacking.map { missing, rules -> HTML in
      let needs = missing.map { Phrases.evidence($0)[language] }.joined(separator: "; ")
      return """
        <details><summary>\(Phrases.needs[language]) \(needs) (\(rules.count))</summary>
        <p><code>\(rules.joined(separator: ", "))</code></p></details>
        """
    }
    return """
      <section id="cannot-tell" aria-labelledby="cannot-tell-title">
      <h2 id="cannot-tell-title">\(Phrases.cannotTell[language])</h2>
      \(HTML.joined(groups, "\n"))
      </section>
      """
  }

  private var keys: HTML {
    let rows: [(String, String)] = [
      ("/", says("search the findings", "문제 찾기")), ("e", says("search the entries", "항목 찾기")),
      ("j, k", says("next and previous finding", "다음, 이전 문제")),
      ("d", says("dark or light", "밝기 바꾸기")), ("?", says("this help", "이 도움말")),
    ]
    let list = HTML.joined(rows.map { "<dt><kbd>\($0.0)</kbd></dt><dd>\($0.1)</dd>" as HTML })
    return """
      <dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">\(says("Keys", "단축키"))</h2>
      <dl>\(list)</dl>
      <p><label><input type="checkbox" id="keys-on" checked> \(says("Keys are on", "단축키 사용"))</label></p>
      <form method="dialog"><button>\(says("Close", "닫기"))</button></form></dialog>
      """
  }
}

extension HTML {
  /// The piece with a text behind it.
  func adding(_ text: String) -> HTML { "\(self)\(text)" }
}
