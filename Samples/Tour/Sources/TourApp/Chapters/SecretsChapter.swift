internal import Foundation
internal import Maru
internal import MaruSystem
internal import TodoClient

/// All that the tour has said until now.
struct SecretsChapter: Chapter {
  let name = "secrets"
  let promise = "No token and no password of the whole tour is in its output or in a log."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = SecretsFacts()
    // So that there is something to find, also where this is the only chapter.
    let story = try stage.story()
    let session = try await stage.signIn(refreshingBy: stage.tokens, isOutdated: true)
    try await stage.withClient(credentials: session) { client in
      let todos = try stage.todos(story, on: client, fault: try Fault.html.header())
      let tried = try await Tried.run { try await todos.page(limit: 1) }
      let error = tried.error.map { "\($0) \(String(reflecting: $0))" } ?? ""
      let shown = "\(session) \(String(reflecting: session)) \(session.state) \(error)"
      facts.inDescriptions = stage.secrets.count(in: shown)
      _ = try await stage.todos(story, on: client).page(limit: 1)
    }
    facts.sent = stage.secrets.count
    let results = stage.results.withLock { $0 }
    facts.inOutput = stage.secrets.count(
      in: TourReport(results, took: .zero, logs: nil).json
        + results.flatMap { WireLine.lines(for: $0.calls) }.map { "\($0)" }.joined())
    let logs = stage.gateways.logs()
    facts.logLines = logs.split(separator: "\n").count
    facts.inLogs = stage.secrets.count(in: logs)
    return facts.findings
  }
}

/// What the chapter measures.
package struct SecretsFacts: Sendable {
  /// How many secrets the tour's clients have sent.
  package var sent = 0
  /// How many of them stand in the tour's results.
  package var inOutput = -1
  /// How many stand in descriptions of a session, its state and an error.
  package var inDescriptions = -1
  /// How many lines the gateways have logged.
  package var logLines = 0
  /// How many secrets stand in them.
  package var inLogs = -1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      // The password, and the two tokens of a refresh.
      Finding(sent >= 3, "passwords and tokens that were sent: \(sent)"),
      .expect("in what the tour has shown: 0", inOutput, 0),
      .expect("in descriptions of session, state and error: 0", inDescriptions, 0),
      Finding(logLines > 0, "lines in the gateways' logs: \(logLines)"),
      .expect("secrets in them: 0", inLogs, 0),
    ]
  }
}
