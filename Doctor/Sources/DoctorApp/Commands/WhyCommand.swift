internal import Foundation
internal import MaruDiagnostics
internal import MaruHTTP

extension Command {
  static let why = Command(
    name: "why", operands: "FILE ENTRY",
    summary: "tells of one entry what it showed, which cookies went or stayed, and why",
    explanation: """
      An entry is named as reports name it (e17), or by its place in the file (17). Each cookie that the
      client had from answers before it is listed with the reason for which it went or stayed, by
      RFC 6265bis; what came before the capture began can't be told.
      """,
    options: [language, client],
    examples: [("maru why login.har e17", "why did e17 get a 401?")],
    run: { (invocation) throws(ProgramFailure) in try WhyCommand(invocation).run() })
}

struct WhyCommand {
  private let invocation: Invocation
  private var answer: Answer

  init(_ invocation: Invocation) {
    self.invocation = invocation
    answer = Answer(invocation)
  }

  func run() throws(ProgramFailure) -> ExitCode {
    let files = invocation.arguments.files
    guard files.count == 2 else { throw ProgramFailure("why needs a FILE and an ENTRY, as e17") }
    let file = try CaptureFile(files[0], invocation.surroundings)
    let chronicle = Chronicle(of: file.capture, client: invocation.client)
    guard let step = chronicle.step(named: files[1]) else {
      throw ProgramFailure(
        "there is no entry '\(files[1])' in \(file.name), which has \(chronicle.steps.count)")
    }
    var command = self
    command.tell(step, chronicle, chronicle.diagnosis())
    invocation.write(command.answer.text)
    return .clean
  }

  private mutating func tell(_ step: Chronicle.Step, _ story: Chronicle, _ diagnosis: Diagnosis) {
    let came = step.status.map { "\($0)" } ?? step.failure ?? "—"
    answer.title("\(step.label): \(step.method) \(step.origin)\(step.path) → \(came)")
    let by = step.client.map { Phrases.client($0)[answer.language] }
    let sender = Phrases.party(step.sender)[answer.language]
    answer.row(Text("Sent by", "보낸 곳"), by.map { "\(sender), \($0)" } ?? sender)
    if let offset = Moments.offset(step.offset) {
      answer.row(Text("When", "시각"), "\(offset), \(Moments.fixed(step.seconds * 1_000, 0)) ms")
    }
    credential(step, story)
    redirects(step, story)
    cookies(step, story)
    let about = diagnosis.findings.filter { $0.numbers.contains(step.number) }
    for finding in about {
      let severity = Phrases.severity(finding.severity)[answer.language].uppercased()
      answer.row(
        Text("Finding", "문제"), "\(severity) \(finding.rule): \(finding.title[answer.language])")
    }
    if about.isEmpty {
      answer.row(Text("Finding", "문제"), Text("none shows this entry", "이 항목과 관련된 문제가 없습니다"))
    }
  }

  private mutating func credential(_ step: Chronicle.Step, _ story: Chronicle) {
    guard let name = step.credential, let life = story.credential(named: name) else {
      answer.row(Text("Credential", "자격 증명"), Text("none was shown", "보내지 않았습니다"))
      return
    }
    let verdict = step.isRejected ? Text("turned down", "거부됨") : Text("not turned down", "거부되지 않음")
    var parts = ["\(name) (\(step.scheme ?? "")), \(verdict[answer.language])"]
    if let born = life.born {
      parts.append(Text("handed out in \(born)", "\(born)에서 발급")[answer.language])
    } else {
      parts.append(Text("from before the capture", "캡처 이전에 발급")[answer.language])
    }
    if let expires = life.expires, let start = step.start {
      let left = expires.timeIntervalSince(start)
      let span = Moments.span(left)
      parts.append(
        Text(
          left < 0 ? "expired \(span) before" : "good for \(span) more",
          left < 0 ? "\(span) 전에 만료" : "\(span) 남음")[answer.language])
    }
    if let successor = life.successor, let place = life.replacedIn {
      parts.append(
        Text("replaced by \(successor) in \(place)", "\(place)에서 \(successor)(으)로 교체")[
          answer.language])
    }
    answer.row(Text("Credential", "자격 증명"), parts.joined(separator: "; "))
  }

  private mutating func redirects(_ step: Chronicle.Step, _ story: Chronicle) {
    if let to = step.redirectsTo { answer.row(Text("Leads to", "이동"), to) }
    if let from = story.steps.first(where: { $0.redirectsTo == step.label }) {
      answer.row(Text("Follows", "이전"), from.label)
    }
  }

  private mutating func cookies(_ step: Chronicle.Step, _ story: Chronicle) {
    let fates = story.cookies(with: step)
    guard !fates.isEmpty else {
      answer.row(
        Text("Cookies", "쿠키"), Text("none went, and none is known", "보낸 쿠키도 알려진 쿠키도 없습니다"))
      return
    }
    answer.row(
      Text("Cookies", "쿠키"),
      Text(
        "\(fates.count { $0.isSent }) went, \(fates.count { !$0.isSent }) stayed",
        "보냄 \(fates.count { $0.isSent }), 보내지 않음 \(fates.count { !$0.isSent })"))
    for fate in fates { answer.item(line(fate)) }
  }

  private func line(_ fate: Chronicle.CookieFate) -> String {
    let language = answer.language
    let scope = fate.domain.map { " (\($0)\(fate.path ?? ""))" } ?? ""
    let why: String
    switch (fate.belongs, fate.isSent) {
    case (nil, _):
      why = Text("its Set-Cookie is not in the capture", "Set-Cookie가 캡처에 없습니다")[language]
    case (true?, false):
      why =
        Text("it belongs to the request and did not go", "요청에 해당하는데 보내지지 않았습니다")[language]
    case (false?, true):
      let reasons = fate.reasons.filter { !$0.sends }.map { Phrases.reason($0)[language] }
      why =
        Text("it went although ", "보내졌지만 ")[language] + reasons.joined(separator: "; ")
    default:
      let reasons = fate.reasons.filter { $0.sends == fate.isSent }
      why = reasons.map { Phrases.reason($0)[language] }.joined(separator: "; ")
    }
    let mark = fate.isSent ? Text("went", "보냄") : Text("stayed", "남음")
    return "\(mark[language]) \(fate.name)\(scope): \(why)"
  }
}
