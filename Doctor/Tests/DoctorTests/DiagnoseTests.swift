import DoctorApp
import Foundation
import Testing

@Suite struct `A diagnosis for programs` {
  @Test func `has each finding with all that mends it`() throws {
    let scratch = try Scratch()
    let run = MaruRun(["diagnose", "--format", "json", try scratch.write(Scenes.storm)])
    #expect(run.code == .findings)
    let storm = try #require(run.findings.first { $0["rule"] as? String == "auth.refresh-storm" })
    #expect(storm["severity"] as? String == "high")
    #expect(storm["confidence"] as? String == "certain")
    #expect(storm["entries"] as? [String] == ["e2", "e3"])
    #expect(storm["numbers"] as? [Int] == [2, 3])
    for name in ["title", "detail", "why", "reference", "fingerprint"] {
      #expect((storm[name] as? String)?.isEmpty == false, "\(name)")
    }
    let fix = try #require(storm["fix"] as? [String: String])
    #expect(Set(fix.keys) == ["app", "server"])
    let capture = try #require(run.json["capture"] as? [String: Any])
    #expect(capture["exchanges"] as? Int == 4)
    #expect(run.json["cannotTell"] is [[String: Any]])
  }

  @Test func `goes to a file that is none of those it reads`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let before = try scratch.read("capture.har")
    let printed = MaruRun(["diagnose", "--format", "json", path])
    let baseline = try scratch.write(Array(printed.output.utf8), "baseline.json")
    for output in [path, baseline] {
      let run = MaruRun(["diagnose", "--baseline", baseline, path, "-o", output])
      #expect(run.code == .unusable)
      #expect(run.said.contains("the file itself"))
    }
    #expect(try scratch.read("capture.har") == before)
    let run = MaruRun(["diagnose", "--format", "json", path, "-o", scratch.path("out.json")])
    #expect(run.code == .findings && run.output.isEmpty)
    #expect(try scratch.read("out.json") == printed.output)
  }

  @Test func `of several files is a list`() throws {
    let scratch = try Scratch()
    let paths = [try scratch.write(Scenes.storm, "a.har"), try scratch.write(Scenes.calm, "b.har")]
    let run = MaruRun(["diagnose", "--format", "json"] + paths)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let reports = try #require(value as? [[String: Any]])
    #expect(reports.map { ($0["capture"] as? [String: Any])?["file"] as? String } == paths)
    #expect(run.code == .findings)
  }

  @Test func `speaks Korean when asked`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let run = MaruRun(["diagnose", "--lang", "ko", "--format", "json", path])
    let titles = run.findings.compactMap { $0["title"] as? String }
    let isKorean = titles.allSatisfy { title in
      title.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }
    #expect(!titles.isEmpty && isKorean)
  }
}

@Suite struct `The exit code` {
  @Test func `is 0 without findings, and for those below the threshold`() throws {
    let scratch = try Scratch()
    #expect(MaruRun(["diagnose", try scratch.write(Scenes.calm)]).code == .clean)
    // Of medium harm and no more.
    let medium = TrafficScript(text: "0 GET https://api.wren.test/a !net::ERR_TIMED_OUT")
    let path = try scratch.write(medium, "medium.har")
    let found = MaruRun(["diagnose", "--format", "json", path]).findings
    #expect(found.compactMap { $0["severity"] as? String } == ["medium"])
    #expect(MaruRun(["diagnose", path]).code == .findings)
    #expect(MaruRun(["diagnose", "--fail-on", "high", path]).code == .clean)
    #expect(MaruRun(["diagnose", "--fail-on", "low", path]).code == .findings)
  }

  @Test func `is 0 for what a baseline knows, and 1 for what is new`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let before = MaruRun(["diagnose", "--format", "json", path])
    let baseline = try scratch.write(Array(before.output.utf8), "baseline.json")
    let again = MaruRun(["diagnose", "--format", "json", "--baseline", baseline, path])
    #expect(again.code == .clean)
    #expect(again.findings.allSatisfy { $0["known"] as? Bool == true })
    #expect(again.rules == before.rules)

    let worse = TrafficScript(
      text: Scenes.storm.text
        + "\n\n9 GET http://api.wren.test/x\n> Authorization: Bearer t9\n< 200")
    let run = MaruRun(
      ["diagnose", "--format", "json", "--baseline", baseline, try scratch.write(worse, "w.har")])
    #expect(run.code == .findings)
    let new = run.findings.filter { $0["known"] as? Bool == false }
    #expect(new.contains { ($0["rule"] as? String)?.hasPrefix("leak.") == true }, "\(run.rules)")
  }

  @Test(arguments: ["{}", "[]", "nonsense", "{\"findings\":{}}"])
  func `is 2 for a baseline that is none`(text: String) throws {
    let scratch = try Scratch()
    let baseline = try scratch.write(Array(text.utf8), "b.json")
    let run = MaruRun(["diagnose", "--baseline", baseline, try scratch.write(Scenes.calm)])
    #expect(run.code == .unusable)
    #expect(run.said.contains("--format json"))
  }

  @Test func `is 2 for a file that can't be used, with line and column`() throws {
    let scratch = try Scratch()
    let broken = try scratch.write(Array("{\n  \"log\": oops\n}".utf8), "broken.har")
    let run = MaruRun(["diagnose", broken])
    #expect(run.code == .unusable)
    #expect(run.said.contains("broken.har: line 2, column 10: "))
    #expect(run.output.isEmpty)
    let folder = MaruRun(["diagnose", scratch.folder.path()])
    #expect(folder.code == .unusable)
    #expect(folder.said.contains("this is a folder"))
    #expect(MaruRun(["diagnose", scratch.path("none.har")]).said.contains("no such file"))
    #expect(MaruRun(["diagnose", "-"], input: []).code == .unusable)
  }

  @Test func `is that of the process`() throws {
    let scratch = try Scratch()
    func code(_ arguments: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = MaruProgram.url
      process.arguments = arguments
      process.standardOutput = Pipe()
      process.standardError = Pipe()
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    #expect(try code(["diagnose", scratch.write(Scenes.calm, "calm.har")]) == 0)
    #expect(try code(["diagnose", scratch.write(Scenes.storm)]) == 1)
    #expect(try code(["diagnose", "--nonsense"]) == 2)
  }
}
