import Foundation
import Testing

@Suite struct `A document` {
  private static let pages = Repository.files.filter { $0.path.hasSuffix(".md") }
    .map(MarkdownPage.init)

  @Test func `links to what there is`() {
    let dead = Self.pages.flatMap { page in
      page.linkedPaths.filter {
        !FileManager.default.fileExists(atPath: Repository.root.appending(path: $0).path)
      }.map { "\(page.file.path): \($0)" }
    }
    #expect(dead == [])
  }

  @Test func `is read for Swift and nothing else`() {
    let page = MarkdownPage(
      file: RepositoryFile(
        path: "folder/a.md",
        text: """
          let no = 1
          ```swift
          let one = 1  // why

            two()
          // …
          three()
          ```
          ```sh
          ls
          ```
          ## A heading, `some code here` and [a link](../b/c.md#d)
          """))
    let blocks = page.blocks(of: "swift")
    #expect(blocks.count == 1)
    #expect(blocks.flatMap(SwiftLines.pieces) == [["let one = 1", "two()"], ["three()"]])
    #expect(page.headings == ["A heading, `some code here` and [a link](../b/c.md#d)"])
    #expect(page.linkedPaths == ["b/c.md"])
    #expect(page.ticked == ["some code here"])
  }

  @Test func `of the threats names tests that there are`() throws {
    let page = try #require(Self.pages.first { $0.file.path == "Documentation/ThreatModel.md" })
    // A sentence in ticks is a test's name, or a promise of the transports' contract.
    let names = page.ticked.filter { $0.filter { $0 == " " }.count >= 3 }
    let sources = Repository.swiftFiles.filter { $0.isTest || $0.path.contains("/Contract/") }
      .map(\.text)
    #expect(names.count > 40)
    let unknown = names.filter { name in
      !sources.contains { $0.contains("`\(name)`") || $0.contains("\"\(name)\"") }
    }
    #expect(unknown == [])
  }

  @Test func `introduces each library in its catalog`() throws {
    let manifest = try #require(Repository.files.first { $0.path == "Package.swift" })
    let libraries = manifest.text.matches(of: /\.library\(name: "([^"]+)"/).map { String($0.1) }
    #expect(libraries.contains("MaruCore"))
    let without = libraries.filter { name in
      let path = "Sources/\(name)/\(name).docc/\(name).md"
      return Repository.files.first { $0.path == path }?.text.hasPrefix("# ``\(name)``") != true
    }
    #expect(without == [])
  }
}
