import DoctorApp
import Foundation
import Testing

@Suite struct `The page's policy` {
  @Test func `names its script and its style by their very digests`() throws {
    let scratch = try Scratch()
    let run = MaruRun(["diagnose", "--format", "html", try scratch.write(Scenes.storm)])
    let policy = try #require(run.output.firstMatch(of: /Security-Policy" content="([^"]*)"/)).1
      .replacing("&#39;", with: "'")
    for (tag, name) in [("script", "script-src"), ("style", "style-src")] {
      let start = try #require(run.output.range(of: "<\(tag)>"))
      let end = try #require(
        run.output.range(of: "</\(tag)>", range: start.upperBound..<run.output.endIndex))
      let source = String(run.output[start.upperBound..<end.lowerBound])
      let path = try scratch.write(Array(source.utf8), tag)
      let sum = try Python.run(
        "import sys,hashlib,base64;print(base64.b64encode(hashlib.sha256(open(sys.argv[1],'rb').read()).digest()).decode(),end='')",
        path)
      #expect(policy.contains("\(name) 'sha256-\(sum)'"))
    }
    #expect(policy.contains("default-src 'none'"))
    #expect(!policy.contains("unsafe"))
  }

  @Test func `makes one page of one file`() throws {
    let run = MaruRun(["diagnose", "--format", "html", "a.har", "b.har"])
    #expect(run.code == .unusable)
    #expect(run.said.contains("one FILE"))
  }
}
