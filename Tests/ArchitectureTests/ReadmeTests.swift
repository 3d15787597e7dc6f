import Testing

@Suite struct `The README` {
  @Test func `shows Swift that is compiled and run as ConsumerCheck`() throws {
    let readme = try #require(Repository.files.first { $0.path == "README.md" })
    let shown = MarkdownPage(file: readme).blocks(of: "swift").flatMap(SwiftLines.of)
    let compiled = Set(
      Repository.swiftFiles.filter { $0.path.hasPrefix("ConsumerCheck/Sources/") }
        .flatMap { SwiftLines.of($0.text) })
    #expect(shown.count > 15)
    #expect(shown.filter { !compiled.contains($0) } == [])
  }
}
