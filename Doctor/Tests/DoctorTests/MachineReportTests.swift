import DoctorApp
import Foundation
import MaruXML
import Testing

@Suite struct `A report for code scanning` {
  static func log(_ arguments: [String]) throws -> [String: Any] {
    let run = MaruRun(["diagnose", "--format", "sarif"] + arguments)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  @Test func `keeps the promises that SARIF's members make each other`() throws {
    let scratch = try Scratch()
    let storm = try scratch.write(Scenes.storm, "with space & ü.har")
    let log = try Self.log([storm, try scratch.write(Scenes.hostile, "b.har")])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    // §3.19.23: no two rules have one id.
    #expect(Set(ids).count == ids.count && ids.count == rules.count && ids.count > 90)
    let artifacts = try #require(run["artifacts"] as? [[String: Any]])
    let uris = artifacts.compactMap { ($0["location"] as? [String: Any])?["uri"] as? String }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(!results.isEmpty)
    for result in results {
      let rule = try #require(result["ruleId"] as? String)
      // §3.27.6: the index is that of the rule.
      #expect(ids[try #require(result["ruleIndex"] as? Int)] == rule)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: Any])?["text"] is String)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      let artifact = try #require(physical["artifactLocation"] as? [String: Any])
      #expect(uris[try #require(artifact["index"] as? Int)] == artifact["uri"] as? String)
      #expect((location["logicalLocations"] as? [[String: Any]])?.isEmpty == false)
      let prints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(prints["maru/v1"]?.isEmpty == false)
    }
    // §3.4.3: an address, with what is no part of one encoded.
    for uri in uris { #expect(URL(string: uri) != nil && uri.allSatisfy(\.isASCII)) }
    #expect(uris[0].hasSuffix("with%20space%20%26%20%C3%BC.har"))
  }

  @Test func `says what is new against a baseline`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let before = MaruRun(["diagnose", "--format", "json", path])
    let baseline = try scratch.write(Array(before.output.utf8), "baseline.json")
    let log = try Self.log(["--baseline", baseline, path])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(Set(results.compactMap { $0["baselineState"] as? String }) == ["unchanged"])
  }

  @Test(.enabled("python3 with pydantic-sarif is not at hand") { Python.has("pydantic_sarif") })
  func `is read by classes that were made from SARIF's schema`() throws {
    let scratch = try Scratch()
    for (name, scene) in [("a", Scenes.storm), ("b", Scenes.calm), ("c", Scenes.hostile)] {
      let run = MaruRun(["diagnose", "--format", "sarif", try scratch.write(scene, name)])
      let path = try scratch.write(Array(run.output.utf8), "log.sarif")
      let check = """
        import sys, json
        from pydantic_sarif.model import *
        from pydantic_sarif import model
        root = next(getattr(model, n) for n in dir(model) if n.startswith('StaticAnalysisResultsFormat'))
        text = open(sys.argv[1], encoding='utf-8').read()
        (root.model_validate_json if hasattr(root, 'model_validate_json') else root.parse_raw)(text)
        bad = json.loads(text)
        bad['runs'][0]['tool']['driver'].pop('name')
        try:
            (root.model_validate if hasattr(root, 'model_validate') else root.parse_obj)(bad)
            sys.exit('accepts a driver without a name')
        except ValueError:
            pass
        """
      #expect(try Python.run(check, path) == "")
    }
  }
}

@Suite struct `A report for build servers` {
  @Test func `is XML whose counts are those of its cases`() throws {
    let scratch = try Scratch()
    let run = MaruRun([
      "diagnose", "--format", "junit", try scratch.write(Scenes.storm, "a.har"),
      try scratch.write(Scenes.hostile, "b<&\">.har"),
      // A trace without bodies: there is much that it can't tell.
      try scratch.write(
        Array("> GET / HTTP/1.1\n> Host: a.test\n> \n< HTTP/1.1 200 OK\n< \n".utf8), "c.txt"),
    ])
    #expect(run.code == .findings)
    let root = try XMLTree(bytes: Array(run.output.utf8))
    #expect(root.name == "testsuites")
    var sums = [0, 0, 0]
    for suite in root.elements("testsuite") {
      let cases = suite.elements("testcase")
      let failed = cases.filter { !$0.elements("failure").isEmpty }
      let skipped = cases.filter { !$0.elements("skipped").isEmpty }
      let counts = [cases.count, failed.count, skipped.count]
      #expect(
        ["tests", "failures", "skipped"].map { suite[attribute: XMLName($0)].flatMap { Int($0) } }
          == counts)
      sums = zip(sums, counts).map { $0 + $1 }
      let names = cases.compactMap { $0[attribute: "name"] }
      #expect(Set(names).count == names.count)
    }
    #expect(
      ["tests", "failures", "skipped"].map { root[attribute: XMLName($0)].flatMap { Int($0) } }
        == sums)
    #expect(sums[1] > 0 && sums[2] > 0)
  }

  @Test func `fails for what the threshold says and nothing else`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Scenes.storm)
    let findings = MaruRun(["diagnose", "--format", "json", path]).findings
    for (threshold, severities) in [
      ("high", ["high", "critical"]), ("low", ["low", "medium", "high", "critical"]),
    ] {
      let run = MaruRun(["diagnose", "--format", "junit", "--fail-on", threshold, path])
      let tree = try XMLTree(bytes: Array(run.output.utf8))
      let cases = tree.elements("testsuite").flatMap { $0.elements("testcase") }
      let failed = cases.filter { !$0.elements("failure").isEmpty }.compactMap {
        $0[attribute: "name"]
      }
      let wanted = findings.filter { severities.contains($0["severity"] as? String ?? "") }
        .compactMap { $0["rule"] as? String }
      #expect(Set(failed) == Set(wanted))
    }
  }
}
