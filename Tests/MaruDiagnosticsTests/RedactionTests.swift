import Foundation
import MaruDiagnostics
import Testing

struct `A redacted capture` {
  /// What a finding says, but for numbers of bytes, which stand-ins change a little.
  static func told(_ capture: Capture) -> [String] {
    Diagnosis(of: capture).findings.map {
      "\($0.rule) \($0.severity.name) \($0.confidence.name) \($0.numbers) \($0.entries)"
    }.sorted()
  }

  static func redacted(_ har: [UInt8]) throws -> [UInt8] {
    var redactor = Redactor(key: 42)
    return redactor.har(try Capture(har))
  }

  @Test(arguments: OwnStory.all + OwnStory.controls)
  func `has the diagnosis of its original`(story: OwnStory) throws {
    let original = try Capture(story.script.har)
    let copy = try Capture(try Self.redacted(story.script.har))
    #expect(copy.exchanges.count == original.exchanges.count)
    #expect(Self.told(copy) == Self.told(original))
  }

  @Test func `has none of the secrets, wherever they stood`() throws {
    let secrets = [
      "hunter2-correct-horse", "tok_4f9a8b7c6d5e4f3a2b1c", "sess-9f8e7d6c5b4a39281706",
      "mara@wren.test", "4111111111111111", "QmFzaWM6c2VjcmV0", "k3y-a1b2c3d4e5f6",
      "vault.corp", "10.1.2.3", "Mara Finch",
    ]
    let script = TrafficScript(
      text: """
        0 POST https://vault.corp/login/tok_4f9a8b7c6d5e4f3a2b1c?token=tok_4f9a8b7c6d5e4f3a2b1c&x=Mara%20Finch#access_token=tok_4f9a8b7c6d5e4f3a2b1c
        > Authorization: Basic QmFzaWM6c2VjcmV0
        > Cookie: sid=sess-9f8e7d6c5b4a39281706; tok_4f9a8b7c6d5e4f3a2b1c=1
        > X-Api-Key: k3y-a1b2c3d4e5f6
        > X-Forwarded-For: 10.1.2.3
        > Referer: https://vault.corp/?q=mara@wren.test
        > Content-Type: application/json
        >> {"password":"hunter2-correct-horse","user":{"email":"mara@wren.test","name":"Mara Finch"},"card":4111111111111111}
        < 302
        < Location: http://10.1.2.3/in?ticket=tok_4f9a8b7c6d5e4f3a2b1c
        < Set-Cookie: sid=sess-9f8e7d6c5b4a39281706; Path=/tok_4f9a8b7c6d5e4f3a2b1c; Domain=vault.corp; x=k3y-a1b2c3d4e5f6
        < WWW-Authenticate: Bearer realm="tok_4f9a8b7c6d5e4f3a2b1c"
        < X-Debug: Mara Finch
        < Content-Type: text/html
        << <html>Hello Mara Finch, tok_4f9a8b7c6d5e4f3a2b1c, permission denied</html>

        1 POST http://10.1.2.3/in
        > Content-Type: application/x-www-form-urlencoded
        >> user=mara%40wren.test&pin=4111111111111111&code=k3y-a1b2c3d4e5f6
        < 400
        < Content-Type: text/plain
        << error for Mara Finch (mara@wren.test): tok_4f9a8b7c6d5e4f3a2b1c expired
        """)
    let copy = String(decoding: try Self.redacted(script.har), as: UTF8.self)
    for secret in secrets { #expect(!copy.contains(secret), "\(secret)") }
    #expect(copy.contains("expired"))
    #expect(copy.contains("Set-Cookie"))
  }

  @Test func `gives one secret one stand-in, and another another`() throws {
    let script = TrafficScript(
      text: """
        0 GET https://a.test/?t=same-secret-1
        > Authorization: Bearer same-secret-1
        > Cookie: sid=same-secret-1; other=another-secret-2
        < 200
        """)
    let copy = String(decoding: try Self.redacted(script.har), as: UTF8.self)
    let standIns = Set(copy.matches(of: /S-\d+/).map { String($0.output) })
    #expect(standIns.count == 2)
  }

  @Test func `keeps a token's times and nothing else of it`() throws {
    let script = TrafficScript(
      text:
        "0 GET https://a.test/\n> Authorization: Bearer {{jwt exp=60 iat=1 sub=mara@wren.test}}\n< 200"
    )
    let copy = String(decoding: try Self.redacted(script.har), as: UTF8.self)
    #expect(copy.contains("exp.\(TrafficScript.nine + 60)~iat.\(TrafficScript.nine + 1)~sub.mail-"))
    #expect(!copy.contains("eyJ") && !copy.contains("c2lnbm") && !copy.contains("mara"))
  }

  @Test func `differs from one made with another key only in its numbers' order`() throws {
    let story = try #require(OwnStory.all.first)
    var one = Redactor(key: 1)
    var other = Redactor(key: 2)
    let capture = try Capture(story.script.har)
    #expect(one.har(capture) == other.har(capture))
  }
}

@Suite(.enabled("the public patterns are not at hand") { DoctorVectors.isHere })
struct `The public patterns of secrets` {
  /// Two are written for Go: one has `(?i)` in the middle of a set, one a repeat of a repeat.
  struct Pattern: Sendable {
    let id: String
    let text: String
    /// A text with none of these words is passed over, as gitleaks does.
    var words: [String] = []
  }

  static let patterns: [Pattern] = {
    guard
      let file = try? String(
        contentsOf: DoctorVectors.folder.appending(path: "gitleaks.toml"), encoding: .utf8)
    else { return [] }
    var (patterns, id, inRule, inKeywords): ([Pattern], String, Bool, Bool) = ([], "", false, false)
    for line in file.split(separator: "\n") {
      if line.hasPrefix("[[rules]]") { inRule = true }
      if line.hasPrefix("[[rules.") { inRule = false }
      if inKeywords || line.hasPrefix("keywords = [") {
        let words = line.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
        if let last = patterns.indices.last, patterns[last].id == id {
          patterns[last].words += words.map { String($0.element) }
        }
        inKeywords = !line.contains("]")
        continue
      }
      if line.hasPrefix("id = \"") { id = String(line.dropFirst(6).dropLast()) }
      if inRule, line.hasPrefix("regex = '''"), line.hasSuffix("'''") {
        patterns.append(Pattern(id: id, text: String(line.dropFirst(11).dropLast(3))))
      }
    }
    return patterns
  }()

  static func found(in texts: [String]) -> (matches: [String], unreadable: [String]) {
    var (matches, unreadable): ([String], [String]) = ([], [])
    let folded = texts.map { $0.lowercased() }
    for pattern in patterns {
      // Go writes \z for the end of the text, as Foundation does; [[:alnum:]] is the same in both.
      guard let expression = try? NSRegularExpression(pattern: pattern.text) else {
        unreadable.append(pattern.id)
        continue
      }
      for (text, folded) in zip(texts, folded) {
        guard pattern.words.isEmpty || pattern.words.contains(where: folded.contains) else {
          continue
        }
        let range = NSRange(text.startIndex..., in: text)
        if let match = expression.firstMatch(in: text, range: range),
          let place = Range(match.range, in: text)
        {
          matches.append("\(pattern.id): \(text[place].prefix(120))")
        }
      }
    }
    return (matches, unreadable)
  }

  @Test func `find nothing in redacted stories`() throws {
    #expect(Self.patterns.count >= 219)
    let own = OwnStory.all.map(\.script.har)
    let texts = try (own + DoctorVectors.stories.map(\.har)).map {
      String(decoding: try `A redacted capture`.redacted($0), as: UTF8.self)
    }
    let result = Self.found(in: texts)
    #expect(result.matches.isEmpty, "\(Set(result.matches).sorted().prefix(20))")
    #expect(result.unreadable.count <= 2, "\(result.unreadable)")
  }

  @Test func `find something in the stories as they are`() {
    let texts = DoctorVectors.stories.map { String(decoding: $0.har, as: UTF8.self) }
    #expect(!Self.found(in: texts).matches.isEmpty)
  }

  @Test(arguments: DoctorVectors.stories)
  func `and the diagnosis of a redacted story is that of the original`(story: DoctorVectors.Story)
    throws
  {
    let original = try Capture(story.har)
    let copy = try Capture(try `A redacted capture`.redacted(story.har))
    #expect(`A redacted capture`.told(copy) == `A redacted capture`.told(original))
  }
}
