import MaruDiagnostics
import Testing

@Suite(.enabled("the public stories are not at hand") { DoctorVectors.isHere })
struct `The public stories` {
  @Test(arguments: DoctorVectors.stories)
  func `have each finding that is expected, and none that would mislead`(
    story: DoctorVectors.Story
  ) throws {
    let capture = try Capture(story.har)
    let findings = Diagnosis(of: capture).findings
    for expected in story.expected {
      let found = findings.filter { $0.rule == expected.rule }
      #expect(
        !found.isEmpty, "\(expected.rule) is missing; found \(Set(findings.map(\.rule)).sorted())")
      #expect(
        found.isEmpty || found.contains { !Set($0.entries).isDisjoint(with: expected.exchanges) },
        "\(expected.rule) shows \(found.map(\.entries)) instead of \(expected.exchanges)")
    }
    let misled = findings.map(\.rule).filter { story.mustNotReport.contains($0) }
    #expect(misled.isEmpty)
    if story.isControl {
      let loud = findings.filter { $0.severity >= .medium }
      #expect(loud.isEmpty, "\(loud.map { "\($0.rule): \($0.detail.english)" })")
    }
  }

  @Test func `are there`() {
    #expect(DoctorVectors.stories.count >= 46)
  }
}
