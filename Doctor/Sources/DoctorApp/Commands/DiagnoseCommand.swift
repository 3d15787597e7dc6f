internal import Foundation
internal import MaruDiagnostics

extension Command {
  static let diagnose = Command(
    name: "diagnose", operands: "FILE…",
    summary: "says what went wrong, and what to change in the app and on the server",
    explanation: """
      First comes the verdict in at most ten lines, then each finding with the entries that show it,
      why it matters and what to change, and last what this capture can't tell and would need for it.
      A rule without evidence is never a finding: a browser's export without cookies proves nothing
      about cookies.

      Files are HAR of any exporter, what 'curl -v', '--trace' or '-i' printed, or one response. A HAR
      that is cut is read up to the cut. Several files are diagnosed one by one.
      """,
    options: [
      Option(
        "format", "FORMAT", choices: DiagnoseCommand.formats,
        "text, the default; html, one page that needs no network; json, for programs; sarif, for code scanning; junit, for build servers"
      ),
      Option("output", letter: "o", "OUT", "the file to write, at once and whole"),
      language, client,
      Option(
        "fail-on", "SEVERITY", choices: ["high", "medium", "low"],
        "exit with 1 for findings at least that harmful; default: medium"),
      Option(
        "baseline", "FILE",
        "an earlier --format json: what stands there is shown as known, and does not fail"),
      verbose,
    ],
    examples: [
      ("maru diagnose login.har", "what went wrong while signing in"),
      ("curl -v https://api.example.com/me 2>&1 | maru diagnose -", "one call is enough"),
      (
        "maru diagnose --format html login.har -o login.html",
        "a page with the flow drawn, cookies over time, and filters"
      ),
      (
        "maru diagnose --format json --fail-on high app.har > doctor.json",
        "for a build: exit code 1 if something of high harm is found"
      ),
    ], run: { (invocation) throws(ProgramFailure) in try DiagnoseCommand(invocation).run() })
}

struct DiagnoseCommand {
  static let formats = ["text", "html", "json", "sarif", "junit"]

  private let invocation: Invocation
  private let threshold: Finding.Severity
  private let known: Set<String>

  init(_ invocation: Invocation) throws(ProgramFailure) {
    self.invocation = invocation
    threshold =
      switch invocation.arguments["fail-on"] {
      case "high": .high
      case "low": .low
      default: .medium
      }
    known = try invocation.arguments["baseline"].map(Baseline.read) ?? []
  }

  func run() throws(ProgramFailure) -> ExitCode {
    let files = invocation.arguments.files
    guard !files.isEmpty else {
      throw ProgramFailure("diagnose needs a FILE, or - for the standard input")
    }
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw ProgramFailure("the standard input can be read once")
    }
    guard files.count == 1 || invocation.arguments["format"] != "html" else {
      throw ProgramFailure("--format html makes a page of one FILE: run it for each")
    }
    if let output = invocation.arguments["output"] {
      let baseline = invocation.arguments["baseline"].map { [$0] } ?? []
      try AtomicFile.refuse(output, overwriting: files + baseline)
    }
    var reports: [Report] = []
    for name in files { reports.append(try report(name)) }
    try write(reports)
    return reports.contains { !$0.failing.isEmpty } ? .findings : .clean
  }

  private func report(_ name: String) throws(ProgramFailure) -> Report {
    let file = try CaptureFile(name, invocation.surroundings)
    let patience = Patience("diagnosing \(file.name)", say: invocation.surroundings.say)
    defer { patience.end() }
    let chronicle = Chronicle(of: file.capture, client: invocation.client)
    let diagnosis = chronicle.diagnosis()
    let steps = Dictionary(uniqueKeysWithValues: chronicle.steps.map { ($0.number, $0) })
    return Report(
      file: file.name, diagnosis: diagnosis, chronicle: chronicle,
      fingerprints: diagnosis.findings.map { Fingerprint.of($0, steps) }, known: known,
      threshold: threshold)
  }

  private func write(_ reports: [Report]) throws(ProgramFailure) {
    let text = text(reports)
    if let output = invocation.arguments["output"], output != "-" {
      try AtomicFile.write(Array(TerminalStyle.withoutControls(text).utf8), to: output)
    } else if invocation.arguments["format"] == "text" || !invocation.arguments.has("format") {
      invocation.write(text)
    } else {
      invocation.surroundings.write(text)
    }
  }

  private func text(_ reports: [Report]) -> String {
    let language = invocation.language
    switch invocation.arguments["format"] {
    case "html": return reports.map { HTMLReport(report: $0, language: language).text }.joined()
    case "json": return JSONReport.text(reports, language)
    case "sarif": return SARIFReport.text(reports, language)
    case "junit": return JUnitReport.text(reports, language)
    default:
      let limit = invocation.arguments.has("all") ? nil : 30
      var style = invocation.style
      if let output = invocation.arguments["output"], output != "-" { style.hasColours = false }
      return reports.map {
        TextReport(report: $0, language: language, style: style, limit: limit).text
      }.joined(separator: "\n")
    }
  }
}
