import Foundation
import GatewayApp
import GatewayHTTP
import GatewayServer
import Testing

@Suite(.serialized) struct ProgramTests {
  private func run(_ arguments: [String]) throws -> (code: Int32?, text: String) {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = ["--database", folder.appendingPathComponent("db.sqlite").path]
    let gateway = try GatewayProcess(in: folder, database + arguments)
    return (gateway.exitCode(), gateway.errorText)
  }

  @Test(arguments: [
    (["--no-such-flag"], 64, "--no-such-flag"), (["--port", "70000"], 64, "70000"),
    (["--port"], 64, "needs a value"), (["--threads=0"], 64, "1–64"),
    (["--host", "not-an-address", "--port", "0"], 69, "cannot listen"),
    (["--database", "/no/such/folder/db"], 73, "/no/such/folder/db"),
    (["--log-file", "/no/such/folder/log"], 74, "/no/such/folder/log"),
    (["--port", "0", "--ready-file", "/no/such/folder/ready"], 74, "ready"),
    (["--help"], 0, ""), (["--no-migrate"], 65, "gateway migrate"),
    (["--dry-run"], 64, "gateway migrate"),
  ])
  func `what cannot be done is said, with a code of its own`(
    _ arguments: [String], _ code: Int32, _ text: String
  ) throws {
    let end = try run(arguments)
    #expect(end.code == code)
    #expect(text.isEmpty || end.text.contains(text))
  }

  @Test func `a busy port is told, also if another gateway has it`() async throws {
    let port = try Shared.gateway.get().port
    let end = try run(["--port", String(port)])
    #expect(end.code == 69)
    #expect(end.text.contains("busy"))
  }

  @Test func `a database is made by command, and then served without migrating`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("db.sqlite").path
    func migrate(_ more: [String]) throws -> Int32? {
      try GatewayProcess(in: folder, ["migrate", "--database", path] + more).exitCode()
    }
    #expect(try migrate(["--dry-run"]) == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try migrate([]) == 0)
    #expect(try migrate([]) == 0)
    let gateway = try GatewayProcess.serving(in: folder, ["--no-migrate"])
    #expect(try gateway.call("GET", "/readyz").status == 200)
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode() == 0)
  }

  @Test func `the help has every flag, every exit code and the environment`() {
    for text in ["--max-body-bytes N", "MARU_GATEWAY_", " 73 ", "--allow-faults", "Examples"] {
      #expect(Settings.help.contains(text))
    }
    for code in ExitCode.allCases { #expect(Settings.help.contains("\(code.rawValue)  ")) }
  }

  @Test func `flags win over the environment`() throws {
    let settings = try Settings(
      arguments: ["--threads", "3", "--demo-users"],
      environment: [
        "MARU_GATEWAY_THREADS": "7", "MARU_GATEWAY_PORT": "0", "MARU_GATEWAY_ALLOW_FAULTS": "no",
      ])
    #expect(settings.threads == 3)
    #expect(settings.port == 0)
    #expect(settings.hasDemoUsers)
    #expect(!settings.allowsFaults)
    #expect(throws: ProgramFailure.self) {
      try Settings(arguments: [], environment: ["MARU_GATEWAY_PORT": "x"])
    }
  }

  @Test func `each phase of a connection has its time, and a handler has no end`() {
    var limits = RequestLimits()
    limits.headTime = .seconds(10)
    limits.bodyTime = .seconds(30)
    limits.idleTime = .seconds(60)
    limits.answerTime = .seconds(40)
    let patience = Patience(limits)
    func judge(
      _ phase: ConnectionPhase, _ seconds: Int, fresh: Bool = false, refused: Bool = false,
      draining: Duration? = nil
    ) -> Patience.Verdict {
      patience.judge(
        phase, age: .seconds(seconds), isFresh: fresh, isRefused: refused, draining: draining)
    }
    #expect(judge(.idle, 59) == .wait)
    #expect(judge(.idle, 61) == .hangUp)
    #expect(judge(.idle, 11, fresh: true) == .hangUp)
    #expect(judge(.idle, 0, draining: .milliseconds(100)) == .wait)
    #expect(judge(.idle, 0, draining: .milliseconds(200)) == .hangUp)
    #expect(judge(.head, 9) == .wait)
    #expect(judge(.head, 11) == .refuse)
    #expect(judge(.head, 0, draining: .seconds(2)) == .refuse)
    #expect(judge(.body, 29, draining: .seconds(5)) == .wait)
    #expect(judge(.body, 31) == .refuse)
    #expect(judge(.handling, 3600) == .wait)
    #expect(judge(.answering, 39) == .wait)
    #expect(judge(.answering, 41) == .hangUp)
    #expect(judge(.answering, 6, refused: true) == .hangUp)
  }
}
