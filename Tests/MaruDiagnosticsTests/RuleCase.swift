import MaruDiagnostics
import Testing

/// A rule at its edge: what it must see, what comes close and is none of it, and what hides it.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let seen: String
  /// Each with the one thing changed that makes it right.
  let nearMisses: [String]
  /// What must be missing for the rule to be silent; nil: it needs nothing that may be missing.
  let needs: CaptureQuality.Evidence?
  var testDescription: String { rule }

  init(
    _ rule: String, needs: CaptureQuality.Evidence? = nil, seen: String, near nearMisses: String...
  ) {
    (self.rule, self.seen, self.nearMisses, self.needs) = (rule, seen, nearMisses, needs)
  }

  static let all = authentication + caching + wire

  /// The same traffic in a capture that lacks what the rule needs; nil if no script can lack it.
  var blind: TrafficScript? {
    switch needs {
    case .credentials, .equality:
      // Chrome's export without credentials.
      TrafficScript(
        text: seen.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
          let line = line.lowercased()
          return !["cookie:", "set-cookie:", "authorization:"].contains {
            line.dropFirst(2).hasPrefix($0)
          }
        }.joined(separator: "\n"), exporter: "WebInspector")
    case .redirects: TrafficScript(text: seen, exporter: "Pulse")
    case .requestBodies:
      TrafficScript(
        text: seen.split(separator: "\n", omittingEmptySubsequences: false)
          .filter { !$0.hasPrefix(">> ") }.joined(separator: "\n"))
    default: nil
    }
  }
}

struct `A rule at its edge` {
  private func findings(_ script: TrafficScript) throws -> [Finding] {
    Diagnosis(of: try Capture(script.har)).findings
  }

  @Test(arguments: RuleCase.all)
  func `sees its fault`(rule: RuleCase) throws {
    let findings = try findings(TrafficScript(text: rule.seen))
    #expect(
      findings.contains { $0.rule == rule.rule }, "found \(findings.map(\.rule))")
  }

  @Test(arguments: RuleCase.all)
  func `sees nothing in what only resembles it`(rule: RuleCase) throws {
    #expect(!rule.nearMisses.isEmpty)
    for near in rule.nearMisses {
      let capture = try Capture(TrafficScript(text: near).har)
      #expect(!capture.exchanges.isEmpty)
      let found = Diagnosis(of: capture).findings.filter { $0.rule == rule.rule }
      #expect(found.isEmpty, "\(found.map(\.detail.english)) in\n\(near)")
    }
  }

  @Test(arguments: RuleCase.all.filter { $0.blind != nil })
  func `cannot tell without its evidence`(rule: RuleCase) throws {
    let script = try #require(rule.blind)
    let diagnosis = Diagnosis(of: try Capture(script.har))
    #expect(!diagnosis.findings.contains { $0.rule == rule.rule })
    let silent = diagnosis.cannotTell.first { $0.rule == rule.rule }
    #expect(silent?.missing.contains { $0 == rule.needs } == true, "\(diagnosis.quality)")
  }

  @Test func `names what it needs`() throws {
    for rule in RuleCase.all {
      let description = try #require(RuleDescription.all.first { $0.id == rule.rule })
      #expect(
        description.needs.isEmpty == (rule.needs == nil)
          && rule.needs.map(description.needs.contains) ?? true, "\(rule.rule)")
    }
  }
}
