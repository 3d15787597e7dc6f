import DoctorApp
import Testing

@Suite struct `The command line` {
  @Test func `names an option that there is not, and ends with 2`() {
    let run = MaruRun(["diagnose", "--colour", "x.har"])
    #expect(run.code == .unusable)
    #expect(run.said.contains("'--colour'"))
    #expect(run.said.contains("--format"))
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ["--format"], ["--format", "pdf", "x"], ["--fail-on=none", "x"], ["--lang", "fr", "x"],
    ["--client", "lynx", "x"], ["-x", "y"], ["--all=no", "x"], [], ["-", "-"],
  ])
  func `refuses what it can't read, and says why`(arguments: [String]) {
    let run = MaruRun(["diagnose"] + arguments)
    #expect(run.code == .unusable)
    #expect(run.said.hasPrefix("maru: "))
    #expect(run.output.isEmpty)
  }

  @Test func `knows no other command`() {
    let run = MaruRun(["cure"])
    #expect(run.code == .unusable)
    #expect(run.said.contains("'cure'"))
  }

  @Test func `takes a file behind two dashes, whatever its name`() throws {
    let run = MaruRun(["diagnose", "--", "--help"])
    #expect(run.code == .unusable)
    #expect(run.said.contains("--help: there is no such file"))
  }

  @Test func `takes values with and without an equals sign`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let one = MaruRun(["diagnose", "--format=json", path])
    let other = MaruRun(["diagnose", path, "--format", "json"])
    #expect(!one.output.isEmpty)
    #expect(one.output == other.output)
  }

  @Test func `helps with an example for each command`() {
    let overview = MaruRun(["--help"])
    #expect(overview.code == .clean)
    let commands = overview.output.split(separator: "\n").filter { $0.hasPrefix("  maru ") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map { String($0) } }
    #expect(Set(commands).count >= 1)
    for command in Set(commands) {
      let help = MaruRun([command, "--help"])
      #expect(help.code == .clean)
      #expect(
        help.output.contains("\n  maru \(command) ") || help.output.contains("| maru \(command)"))
      for code in ExitCode.allCases { #expect(help.output.contains("\n  \(code.rawValue)  ")) }
      #expect(MaruRun(["help", command]).output == help.output)
    }
  }

  @Test func `says how to begin to who gives nothing`() {
    let run = MaruRun([])
    #expect(run.code == .unusable)
    #expect(run.said.contains("maru diagnose"))
  }
}
