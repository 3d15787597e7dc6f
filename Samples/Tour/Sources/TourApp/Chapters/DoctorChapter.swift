internal import DoctorApp
internal import Foundation
internal import Maru
internal import MaruDiagnostics
internal import MaruSystem
internal import TodoClient

/// Recordings of clients, and what the doctor says of them.
struct DoctorChapter: Chapter {
  let name = "doctor"
  let promise = "The doctor finds nothing in a recording of Maru's, and what is wrong in another's."

  private static let callers = 20

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = DoctorFacts()
    let folder = try stage.gateways.makeFolder("recordings")
    let own = stage.transport.recorder()
    try await careful(on: stage, recorder: own)
    let others = stage.transport.recorder()
    try await CarelessClient(stage: stage, recorder: others).run()

    let tour = await stage.recorder.har()
    let recordings = [await own.har(), await others.har(), tour]
    facts.secretsInRecordings = recordings.map {
      stage.secrets.count(in: String(decoding: $0, as: UTF8.self))
    }.reduce(0, +)
    facts.recorded = try Capture(recordings[0]).exchanges.count
    facts.recordedInAll = try Capture(tour).exchanges.count
    facts.own = Self.found(in: Diagnosis(of: try Capture(recordings[0])))
    facts.others = Self.found(in: Diagnosis(of: try Capture(recordings[1])))
    let file = folder.appending(path: "careless.har")
    try Data(recordings[1]).write(to: file)
    facts.report = Self.report(on: file)
    return facts.findings
  }

  /// Signs in, meets an outdated token with many calls at once, writes, and signs out.
  private func careful(on stage: Stage, recorder: ExchangeRecorder) async throws {
    let story = try stage.story()
    try await stage.withClient(credentials: nil, recorder: recorder) { tokenClient in
      let tokens = try stage.tokens(story, on: tokenClient)
      let session = try await stage.signIn(refreshingBy: tokens, isOutdated: true)
      // Not gathered: held back on its way, a call would reach the server after the refresh.
      try await stage.withClient(credentials: session, recorder: recorder) { client in
        let todos = try stage.todos(story, on: client)
        _ = try await Tried.ends(of: Self.callers) { _ in try await todos.page(limit: 1) }
        _ = try await todos.create("once")
      }
      let credential = try await session.credential()
      try await session.signOut()
      if let credential { try await tokens.revoke(credential) }
    }
  }

  /// The rules that found something of medium harm or more.
  private static func found(in diagnosis: Diagnosis) -> [String] {
    Set(diagnosis.findings.filter { $0.severity >= .medium }.map(\.rule)).sorted()
  }

  /// Makes the page of a recording, which stays when the tour is over.
  ///
  /// - Returns: where it is; nil if it could not be made.
  private static func report(on recording: URL) -> String? {
    let page = FileManager.default.temporaryDirectory.appending(path: "maru-tour-report.html")
    let said = Locked("")
    let code = DoctorProgram.run(
      arguments: ["diagnose", "--format", "html", recording.path, "-o", page.path],
      surroundings: Surroundings(
        environment: [:], isTerminal: false, columns: nil, readInput: { [] }, write: { _ in },
        say: { text in said.withLock { $0 += text } }))
    return code == .findings ? page.path : nil
  }
}

/// What the chapter measures.
package struct DoctorFacts: Sendable {
  /// How many exchanges of Maru's own client were recorded.
  package var recorded = 0
  /// How many of all the tour's clients.
  package var recordedInAll = 0
  /// How many of the secrets that were sent stand in the recordings.
  package var secretsInRecordings = -1
  /// The rules that found something in the recording of Maru's client.
  package var own = ["nothing was diagnosed"]
  /// The rules that found something in the recording of the careless client.
  package var others: [String] = []
  /// Where the page about the careless client is.
  package var report: String?

  /// Nothing measured yet.
  package init() {}

  /// What a careless client's recording must show.
  private static let wanted = [
    "auth.refresh-storm", "auth.retry-with-old-token", "retry.non-idempotent",
  ]

  /// What they mean.
  package var findings: [Finding] {
    [
      Finding(
        recorded > 20,
        "a client on Maru, recorded: \(recorded) exchanges; of the other chapters: \(recordedInAll)"
      ),
      .expect("secrets in the recordings: 0", secretsInRecordings, 0),
      .expect("what the doctor finds in it: nothing", own, []),
      .expect(
        "in a careless client's: \(Self.wanted.joined(separator: ", "))",
        Self.wanted.filter { !others.contains($0) }, []),
      Finding(report != nil, "the page about it: \(report ?? "could not be made")"),
    ]
  }
}
