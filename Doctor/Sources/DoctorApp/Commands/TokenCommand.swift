internal import Foundation
internal import MaruDiagnostics

extension Command {
  static let token = Command(
    name: "token", operands: "FILE ID",
    summary: "tells where a token was born, where it was shown, and how it ended",
    explanation: """
      Tokens have nicknames, as reports use them: AT1 is the first access token, RT1 the first refresh
      token, KEY1 a key, PW1 a name and a password. Without ID all of them are listed.
      """,
    options: [language, client],
    examples: [
      ("maru token login.har AT2", "where did AT2 come from, and who turned it down?"),
      ("maru token login.har", "all tokens of the capture"),
    ], run: { (invocation) throws(ProgramFailure) in try TokenCommand(invocation).run() })
}

struct TokenCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(ProgramFailure) -> ExitCode {
    let files = invocation.arguments.files
    guard (1...2).contains(files.count) else {
      throw ProgramFailure("token needs a FILE and a token's ID, as AT1")
    }
    let file = try CaptureFile(files[0], invocation.surroundings)
    let story = Chronicle(of: file.capture, client: invocation.client)
    var answer = Answer(invocation)
    if files.count == 1 {
      for life in story.credentials { tell(life, story, &answer) }
      if story.credentials.isEmpty {
        answer.title(Text("no tokens", "토큰 없음")[answer.language])
      }
    } else if let life = story.credential(named: files[1]) {
      tell(life, story, &answer)
    } else {
      let names = story.credentials.map(\.nickname).prefix(20).joined(separator: ", ")
      throw ProgramFailure(
        "there is no token '\(files[1])' in \(file.name)"
          + (names.isEmpty ? ", which has none" : "; there are: \(names)"))
    }
    invocation.write(answer.text)
    return .clean
  }

  private func tell(
    _ life: Chronicle.CredentialLife, _ story: Chronicle, _ answer: inout Answer
  ) {
    answer.title("\(life.nickname): \(Phrases.kind(life.kind)[answer.language])")
    answer.row(
      Text("Born", "발급"),
      life.born.map { Text("in \($0)", "\($0)에서") }
        ?? Text("before the capture, or elsewhere", "캡처 이전이거나 다른 곳에서"))
    answer.row(
      Text("Shown", "사용"),
      life.uses.isEmpty
        ? Text("never", "없음")[answer.language]
        : "\(TextReport.places(life.uses, limit: 20)) → \(life.origins.joined(separator: ", "))")
    if let expires = life.expires {
      var text = Self.date(expires)
      let last = story.steps.last { $0.credential == life.nickname }
      if let start = last?.start {
        let left = expires.timeIntervalSince(start)
        let span = Moments.span(left)
        text +=
          Text(
            left < 0 ? " (\(span) before its last use)" : " (\(span) after its last use)",
            left < 0 ? " (마지막 사용 \(span) 전)" : " (마지막 사용 \(span) 후)")[answer.language]
      }
      answer.row(Text("Expires", "만료"), text)
    }
    if !life.rejections.isEmpty {
      answer.row(Text("Turned down", "거부"), TextReport.places(life.rejections, limit: 20))
    }
    if let successor = life.successor, let place = life.replacedIn {
      answer.row(
        Text("Replaced", "교체"), Text("by \(successor) in \(place)", "\(place)에서 \(successor)(으)로"))
    }
    answer.gap()
  }

  private static func date(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle())
  }
}
