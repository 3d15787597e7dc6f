import MaruDiagnostics
import Testing

struct `A story` {
  @Test(arguments: OwnStory.all)
  func `is told by each rule that belongs to it`(story: OwnStory) throws {
    let findings = Diagnosis(of: try Capture(story.script.har)).findings
    let missing = Set(story.rules).subtracting(findings.map(\.rule))
    #expect(missing.isEmpty, "found \(findings.map(\.rule))")
  }

  @Test(arguments: OwnStory.controls)
  func `of ordinary traffic is told by none`(story: OwnStory) throws {
    let capture = try Capture(story.script.har)
    #expect(!capture.exchanges.isEmpty)
    let loud = Diagnosis(of: capture).findings.filter { $0.severity >= .medium }
    #expect(loud.isEmpty, "\(loud.map { "\($0.rule): \($0.detail.english)" })")
  }

  @Test func `stands behind every rule`() {
    let told = Set(OwnStory.all.flatMap(\.rules))
    let untold = RuleDescription.all.map(\.id).filter { !told.contains($0) }
    #expect(untold.isEmpty)
  }
}

struct `A rule` {
  @Test func `has a name of its own, texts in both languages and a source`() {
    let all = RuleDescription.all
    #expect(Set(all.map(\.id)).count == all.count)
    for rule in all {
      for text in [rule.title, rule.why, rule.app, rule.server] {
        #expect(!text.english.isEmpty, "\(rule.id)")
        #expect(
          text.korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(rule.id)"
        )
        #expect(text[.english] == text.english && text[.korean] == text.korean)
      }
      #expect(!rule.reference.isEmpty, "\(rule.id)")
    }
  }

  @Test func `says that it cannot tell where the capture has no evidence`() throws {
    let story = try #require(
      OwnStory.all.first { $0.rules.contains("auth.401-missing-credentials") })
    var script = story.script
    script.exporter = "WebInspector"
    let diagnosis = Diagnosis(of: try Capture(script.har))
    #expect(diagnosis.quality.isSanitized)
    #expect(!diagnosis.findings.contains { $0.rule == "auth.401-missing-credentials" })
    let silent = diagnosis.cannotTell.first { $0.rule == "auth.401-missing-credentials" }
    #expect(silent?.missing == [.credentials])
  }

  @Test func `that explains another stands above it`() throws {
    let story = try #require(OwnStory.all.first { $0.rules.contains("auth.refresh-loop") })
    let diagnosis = Diagnosis(of: try Capture(story.script.har))
    #expect(diagnosis.causes.map(\.rule) == ["auth.refresh-loop"])
    let loop = try #require(diagnosis.causes.first)
    #expect(diagnosis.consequences(of: loop).count >= 3)
    #expect(diagnosis.worst == .high)
  }

  @Test(arguments: OwnStory.all + OwnStory.controls)
  func `shows nothing of a secret, an address or a body`(story: OwnStory) throws {
    let diagnosis = Diagnosis(of: try Capture(story.script.har))
    let text = diagnosis.findings.map { "\($0)" }.joined()
    for word in ["wren.test", "finch.test", "ann@", "eyJ", "r1\"", "Bearer one"] {
      #expect(!text.contains(word))
    }
  }
}
