internal import Foundation
internal import MaruDiagnostics

extension Command {
  static let compare = Command(
    name: "compare", operands: "A B",
    summary: "tells what differs between two captures that matters for authentication",
    explanation: """
      For "it works in Postman and fails in the app". Calls are paired by method and address, the first
      with the first; then credentials, cookies, fields that servers decide by and statuses are compared.
      Values of tokens and cookies always differ and are left out, as are times. Ends with 1 if there is
      a difference.
      """,
    options: [language, client],
    examples: [("maru compare works.har fails.har", "what does the app leave out?")],
    run: { (invocation) throws(ProgramFailure) in try CompareCommand(invocation).run() })
}

struct CompareCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(ProgramFailure) -> ExitCode {
    let files = invocation.arguments.files
    guard files.count == 2 else { throw ProgramFailure("compare needs two files, A and B") }
    guard files != ["-", "-"] else { throw ProgramFailure("the standard input can be read once") }
    let first = try CaptureFile(files[0], invocation.surroundings)
    let second = try CaptureFile(files[1], invocation.surroundings)
    let comparison = Comparison(
      Chronicle(of: first.capture, client: invocation.client),
      Chronicle(of: second.capture, client: invocation.client))
    var answer = Answer(invocation)
    answer.title("A: \(first.name) · B: \(second.name)")
    for pair in comparison.pairs where !pair.differences.isEmpty {
      answer.gap()
      answer.title("\(pair.call): A \(pair.first) · B \(pair.second)")
      for difference in pair.differences { answer.item(difference[answer.language]) }
    }
    for (side, calls) in [("A", comparison.onlyFirst), ("B", comparison.onlySecond)]
    where !calls.isEmpty {
      answer.gap()
      answer.title(Text("only in \(side):", "\(side)에만 있음:")[answer.language])
      for call in calls.prefix(30) { answer.item(call) }
      if calls.count > 30 { answer.item("… +\(calls.count - 30)") }
    }
    let same = comparison.pairs.count { $0.differences.isEmpty }
    answer.gap()
    answer.title(
      comparison.isSame
        ? Text(
          "Nothing differs that matters for authentication.", "인증과 관련된 차이가 없습니다.")[answer.language]
        : Text(
          "\(comparison.pairs.count - same) calls differ, \(same) do not.",
          "호출 \(comparison.pairs.count - same)건이 다르고 \(same)건은 같습니다.")[answer.language])
    invocation.write(answer.text)
    return comparison.isSame ? .clean : .findings
  }
}
