internal import Foundation
internal import MaruDiagnostics

extension Command {
  static let redact = Command(
    name: "redact", operands: "FILE -o OUT",
    summary: "writes a copy without secrets, whose diagnosis is the same",
    explanation: """
      Each secret becomes a stand-in, the same for the same, so that flows can still be followed: S-7 is
      S-7 wherever it stood. Of JSON Web Tokens the times stay and the signature goes; of bodies only the
      shape stays; names of people, ids in paths and hosts of your own network get stand-ins, too.

      Before anything is written, the copy is read again: its diagnosis must be that of the original.
      The copy appears at once and whole, and the original is never touched.
      """,
    options: [Option("output", letter: "o", "OUT", "the file to write; - is the standard output")],
    examples: [
      ("maru redact login.har -o login-shared.har", "to send with a bug report")
    ], run: { (invocation) throws(ProgramFailure) in try RedactCommand(invocation).run() })
}

struct RedactCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(ProgramFailure) -> ExitCode {
    let files = invocation.arguments.files
    guard files.count == 1, let output = invocation.arguments["output"] else {
      throw ProgramFailure("redact needs one FILE, and -o OUT for the copy")
    }
    let file = try CaptureFile(files[0], invocation.surroundings)
    try AtomicFile.refuse(output, overwriting: files)
    let patience = Patience("redacting \(file.name)", say: invocation.surroundings.say)
    defer { patience.end() }
    var redactor = Redactor(key: UInt64.random(in: .min ... .max))
    let copy = redactor.har(file.capture)
    try Self.verify(copy, against: file.capture)
    if output == "-" {
      invocation.surroundings.write(String(decoding: copy, as: UTF8.self))
    } else {
      try AtomicFile.write(copy, to: output)
      invocation.surroundings.say(
        "wrote \(TerminalStyle.withoutControls(output)): \(file.capture.exchanges.count) exchanges\n"
      )
    }
    return .clean
  }

  /// A copy that tells another story is of no use to who gets it.
  private static func verify(_ copy: [UInt8], against original: Capture) throws(ProgramFailure) {
    let read: Capture
    do throws(CaptureRefusal) {
      read = try Capture(copy)
    } catch {
      // What has no exchange to show can't be read again.
      throw ProgramFailure("the copy can't be read again (\(error)); nothing was written")
    }
    guard told(read) == told(original) else {
      throw ProgramFailure("the copy's diagnosis is not that of the original; nothing was written")
    }
  }

  private static func told(_ capture: Capture) -> [String] {
    Diagnosis(of: capture).findings.map { "\($0.rule) \($0.severity) \($0.numbers)" }.sorted()
  }
}
