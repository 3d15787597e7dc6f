import Testing

@Suite struct `The repository` {
  @Test func `is read`() {
    #expect(Repository.rootSwiftFiles.contains { $0.target == "MaruContract" })
    #expect(Repository.files.contains { $0.path == "Package.swift" })
  }

  @Test func `has an entry in the floors for each folder of its sources`() {
    let folders = Set(Repository.files.compactMap(\.target))
    let entries = Floors.shims.union(Floors.targets.keys)
    #expect(folders.subtracting(entries).sorted() == [])
  }

  @Test func `has no import that breaks the floors`() {
    expectNothing(Repository.rootSwiftFiles.flatMap(ImportRules.check))
  }

  @Test func `calls nothing that is banned`() {
    expectNothing(
      Repository.rootSwiftFiles.flatMap {
        CallRules.check($0, exceptions: CallRules.exceptions)
      })
  }

  @Test func `has no exception that is no longer needed`() {
    for exception in CallRules.exceptions {
      let file = Repository.rootSwiftFiles.first { $0.path == exception.path }
      let isNeeded = file.map { CallRules.check($0) }?.contains {
        $0.problem.contains("'\(exception.code)'")
      }
      #expect(isNeeded == true, "\(exception.path) no longer needs '\(exception.code)'")
      #expect(!exception.reason.isEmpty)
    }
  }

  @Test func `gives a reason with every escape hatch`() {
    expectNothing(
      Repository.rootSwiftFiles.filter { $0.target != nil }.flatMap(EscapeHatchRule.check))
  }

  @Test func `has no file name that hides a concept`() {
    expectNothing(Repository.swiftFiles.flatMap(FileRules.checkNames))
  }

  @Test func `has no file over its length`() {
    expectNothing(Repository.swiftFiles.flatMap(FileRules.checkLength))
  }

  @Test func `names no folder of a machine`() {
    expectNothing(Repository.files.flatMap(FileRules.checkMachinePaths))
  }

  @Test func `leaves nothing undone in a comment`() {
    expectNothing(Repository.swiftFiles.flatMap(FileRules.checkUndone))
  }

  private func expectNothing(
    _ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let list = findings.map(\.description).joined(separator: "\n")
    #expect(findings.isEmpty, Comment(rawValue: "\n" + list), sourceLocation: sourceLocation)
  }
}
