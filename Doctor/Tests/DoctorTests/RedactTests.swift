import DoctorApp
import Foundation
import MaruDiagnostics
import Testing

@Suite struct `A redacted copy` {
  @Test func `has the diagnosis of its original, and none of its secrets`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let run = MaruRun(["redact", path, "-o", scratch.path("copy.har")])
    #expect(run.code == .clean)
    #expect(run.output.isEmpty)
    let copy = try scratch.read("copy.har")
    for secret in Scenes.stormSecrets { #expect(!copy.contains(secret)) }
    let one = MaruRun(["diagnose", "--format", "json", path])
    let other = MaruRun(["diagnose", "--format", "json", scratch.path("copy.har")])
    #expect(one.rules == other.rules && !one.rules.isEmpty)
    #expect(one.code == other.code)
  }

  @Test func `is never written over its original, by whatever name`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let before = try scratch.read("capture.har")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.har"), withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: scratch.path("twin.har"))
    for name in ["capture.har", "./capture.har", "link.har", "twin.har"] {
      let run = MaruRun(["redact", path, "-o", scratch.path(name)])
      #expect(run.code == .unusable, "\(name)")
      #expect(run.said.contains("the file itself"))
    }
    #expect(try scratch.read("capture.har") == before)
  }

  @Test func `replaces another file at once and whole, or not at all`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    _ = try scratch.write(Array("older".utf8), "copy.har")
    let broken = try scratch.write(Array("{\"log\": 1".utf8), "broken.har")
    #expect(MaruRun(["redact", broken, "-o", scratch.path("copy.har")]).code == .unusable)
    #expect(try scratch.read("copy.har") == "older")
    #expect(MaruRun(["redact", path, "-o", scratch.path("copy.har")]).code == .clean)
    #expect(try scratch.read("copy.har").hasPrefix("{"))
    #expect(MaruRun(["redact", path, "-o", scratch.path("no/such/folder.har")]).code == .unusable)
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path())
    #expect(left.sorted() == ["broken.har", "capture.har", "copy.har"])
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("copy.har"))
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
  }

  @Test func `goes to the standard output for a dash`() throws {
    let run = MaruRun(["redact", "-", "-o", "-"], input: Scenes.storm.har)
    #expect(run.code == .clean)
    let capture = try Capture(Array(run.output.utf8))
    #expect(capture.exchanges.count == 4)
  }

  @Test func `needs a name of its own`() throws {
    let run = MaruRun(["redact", "x.har"])
    #expect(run.code == .unusable)
    #expect(run.said.contains("-o OUT"))
  }
}

@Suite(.enabled("the public stories are not at hand") { Stories.isHere })
struct `The public stories, redacted by the command` {
  @Test(arguments: Stories.all)
  func `keep their findings`(story: Stories.Story) throws {
    let scratch = try Scratch()
    let path = try scratch.write(story.har, "story.har")
    #expect(MaruRun(["redact", path, "-o", scratch.path("copy.har")]).code == .clean)
    let one = MaruRun(["diagnose", "--format", "json", path])
    let other = MaruRun(["diagnose", "--format", "json", scratch.path("copy.har")])
    #expect(one.rules == other.rules)
    let copy = try scratch.read("copy.har")
    for secret in story.secrets { #expect(!copy.contains(secret)) }
  }
}
