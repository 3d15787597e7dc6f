internal import Foundation
internal import MaruDiagnostics

extension Command {
  static let cookie = Command(
    name: "cookie", operands: "FILE NAME",
    summary: "tells what became of a cookie: set, sent, replaced, ended",
    explanation: """
      A name can be several cookies: one for each domain and path. Each has its own line of life, in the
      order in which answers ended, by RFC 6265bis. Without NAME all cookies are listed.
      """,
    options: [language, client],
    examples: [("maru cookie login.har sid", "where was sid set, sent, and ended?")],
    run: { (invocation) throws(ProgramFailure) in try CookieCommand(invocation).run() })
}

struct CookieCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(ProgramFailure) -> ExitCode {
    let files = invocation.arguments.files
    guard (1...2).contains(files.count) else {
      throw ProgramFailure("cookie needs a FILE and the cookie's NAME")
    }
    let file = try CaptureFile(files[0], invocation.surroundings)
    let story = Chronicle(of: file.capture, client: invocation.client)
    var answer = Answer(invocation)
    if files.count == 1 {
      for life in story.cookies { answer.title(title(life)) }
      if story.cookies.isEmpty { answer.title(Text("no cookies", "쿠키 없음")[answer.language]) }
      invocation.write(answer.text)
      return .clean
    }
    let lives = story.cookies(named: files[1])
    guard !lives.isEmpty else {
      let names = Set(story.cookies.map(\.name)).sorted().prefix(20).joined(separator: ", ")
      throw ProgramFailure(
        "there is no cookie '\(files[1])' in \(file.name)" + (names.isEmpty ? "" : "; \(names)"))
    }
    let diagnosis = story.diagnosis()
    for life in lives { tell(life, &answer) }
    let shown = Set(lives.map(\.name))
    for finding in diagnosis.findings where !shown.isDisjoint(with: finding.fields) {
      let severity = Phrases.severity(finding.severity)[answer.language].uppercased()
      answer.row(
        Text("Finding", "문제"), "\(severity) \(finding.rule): \(finding.detail[answer.language])")
    }
    invocation.write(answer.text)
    return .clean
  }

  private func title(_ life: Chronicle.CookieLife) -> String {
    let path = life.path ?? Text(" (set before the capture)", " (캡처 이전에 설정)")[invocation.language]
    let client = life.client.map { " · \(Phrases.client($0)[invocation.language])" } ?? ""
    return "\(life.name) · \(life.domain)\(path)\(client)"
  }

  /// Sendings in a row are one line.
  private func tell(_ life: Chronicle.CookieLife, _ answer: inout Answer) {
    answer.title(title(life))
    var sent: [String] = []
    func flush() {
      guard !sent.isEmpty else { return }
      answer.row(
        Phrases.event(.sent),
        TextReport.places(sent, limit: 20) + (sent.count > 1 ? " (\(sent.count))" : ""))
      sent = []
    }
    for event in life.events {
      if event.kind == .sent {
        sent.append(event.entry ?? "?")
        continue
      }
      flush()
      let text = Phrases.event(event.kind)[answer.language]
      answer.row(Text(event.entry ?? "·", event.entry ?? "·"), text)
    }
    flush()
    answer.gap()
  }
}
