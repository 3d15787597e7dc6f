/// What came of a chapter.
package struct ChapterResult: Sendable {
  /// The chapter's name.
  package let name: String
  /// What it is about.
  package let promise: String
  /// What was measured.
  package let findings: [Finding]
  /// What went over the wire.
  package let calls: [WireCall]
  /// How long it took.
  package let took: Duration

  /// Makes one.
  package init(
    name: String, promise: String, findings: [Finding], calls: [WireCall], took: Duration
  ) {
    self.name = name
    self.promise = promise
    self.findings = findings
    self.calls = calls
    self.took = took
  }

  /// Whether every promise holds; a chapter that measured nothing proves nothing.
  package var holds: Bool { !findings.isEmpty && findings.allSatisfy(\.holds) }
}
