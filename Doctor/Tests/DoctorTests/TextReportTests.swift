import DoctorApp
import Testing

@Suite struct `A diagnosis for people` {
  static func lines(_ run: MaruRun) -> [String] {
    run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `begins with a verdict of ten lines at most, then findings, then what can't be told`()
    throws
  {
    let scratch = try Scratch()
    // Sanitized as a browser does it: most rules can't tell.
    var script = Scenes.storm
    script.exporter = "stories"
    let run = MaruRun(["diagnose", try scratch.write(script)])
    let lines = Self.lines(run)
    let findings = try #require(lines.firstIndex { $0.hasPrefix("Findings (") })
    let verdict = lines[..<findings].drop { !$0.isEmpty }.filter { !$0.isEmpty }
    #expect((1...10).contains(verdict.count))
    #expect(verdict.contains { $0.contains("HIGH") && $0.contains("e2, e3") })
    #expect(verdict.contains { $0.hasPrefix("  App: ") })
    if let cannotTell = lines.firstIndex(where: { $0.hasPrefix("Can't tell (") }) {
      #expect(cannotTell > findings)
    }
  }

  @Test func `says what it can't tell, and what it would need`() throws {
    let trace = "> GET /me HTTP/1.1\n> Host: api.wren.test\n> \n< HTTP/1.1 200 OK\n< \n"
    let run = MaruRun(["diagnose", "-"], input: Array(trace.utf8))
    #expect(run.output.contains("Can't tell ("))
    #expect(run.output.contains("needs the bodies of requests"))
  }

  @Test func `has colours on a terminal only, and not for who refuses them`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let terminal = MaruRun(["diagnose", path], isTerminal: true)
    #expect(terminal.output.contains("\u{1B}[31m"))
    #expect(!MaruRun(["diagnose", path]).output.contains("\u{1B}"))
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let run = MaruRun(["diagnose", path], environment: environment, isTerminal: true)
      #expect(!run.output.contains("\u{1B}"))
    }
    let isEmpty = MaruRun(["diagnose", path], environment: ["NO_COLOR": ""], isTerminal: true)
    #expect(isEmpty.output == terminal.output)
  }

  @Test(arguments: [40, 60, 120])
  func `keeps to the terminal's width`(columns: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm, "a.har")
    let run = MaruRun(["diagnose", path], columns: columns)
    let long = Self.lines(run).dropFirst().filter { $0.count > columns }
    // A word that does not fit has a line of its own.
    #expect(long.filter { $0.drop { $0 == " " }.contains(" ") } == [])
  }

  @Test func `gives no order of a capture's to the terminal`() throws {
    let scratch = try Scratch()
    for format in ["text", "json"] {
      // A file that somebody has sent has the name that they gave it.
      let path = try scratch.write(Scenes.hostile, "a\u{1B}[2J\u{1B}]0;owned\u{7}.har")
      let run = MaruRun(["diagnose", "--all", "--format", format, path], isTerminal: true)
      #expect(!run.output.contains("\u{1B}[2J") && !run.output.contains("\u{1B}]"))
      #expect(!run.output.contains("\u{7}"))
    }
  }
}

@Suite(.enabled("the public stories are not at hand") { Stories.isHere })
struct `The public stories, by the command` {
  @Test(arguments: Stories.all)
  func `have their findings, and show no secret`(story: Stories.Story) throws {
    let scratch = try Scratch()
    let path = try scratch.write(story.har, "story.har")
    let run = MaruRun(["diagnose", "--format", "json", path])
    #expect(Set(story.expected).subtracting(run.rules) == [])
    if story.isControl { #expect(run.code == .clean) }
    let text = MaruRun(["diagnose", "--all", path])
    #expect(text.code == run.code)
    for secret in story.secrets {
      #expect(!run.output.contains(secret) && !text.output.contains(secret))
    }
  }
}
