import Testing

@Suite struct `The guide` {
  /// What SHIP-2 asks for, as far as it is written: a page and what must stand on it.
  private static let required: [String: [String]] = [
    "GettingStarted.md": [
      "Supported versions", "An empty package", "The first call", "An app on the main actor",
      "A service of your own", "What may go into a configuration",
    ],
    "Errors.md": [
      "How to branch", "Codes, and whether trying again may help", "What became of a write",
      "Asking by key", "What is never in an error", "Collecting request ids",
    ],
    "Transports.md": ["Which one runs where", "What every transport promises", "Domains and TLS"],
    "Lifetime.md": [
      "One client for each server", "Who owns what", "Shutting down", "Cancelling",
      "What runs where", "Retries and deadlines", "Observers",
    ],
    "Credentials.md": ["The provider", "What a 401 does", "Secrets that may not be in an app"],
    "Callbacks.md": [
      "One answer", "Work that does not listen", "Many answers", "How it goes wrong by hand",
    ],
    "Events.md": [
      "Following events", "What a stream promises", "When the connection is lost",
      "A reader that is slow", "Many readers", "Polling", "Lists in pages", "Debounced search",
    ],
    "Secrets.md": [
      "Which store where", "Absence is a code", "The keychain", "The desktop's Secret Service",
      "An app that is installed again", "An encrypted file", "A store of your own",
    ],
    "Caching.md": ["The policy", "Versions and conditions", "When somebody else signs in"],
    "Simulation.md": ["The law", "A seed that fails", "Mending it", "When a world is stuck"],
    "Cookies.md": [
      "Giving a client cookies", "A cookie jar explained", "Over a restart", "Signing out",
      "Web views: three stores",
    ],
    "Doctor.md": [
      "The first diagnosis", "One question", "Sharing a capture", "In a build", "The page",
    ],
    "XML.md": [
      "From JSON to XML", "Roles", "A public data portal", "What is no XML",
      "Traps, and what to declare", "From a delegate of XMLParser",
    ],
    "Testing.md": ["A network without sockets", "Time", "A simulation of your own code"],
  ]

  private static let folder = "Documentation/Guide/"
  private static let pages = Repository.files.filter {
    $0.path.hasPrefix(folder) && $0.path.hasSuffix(".md")
  }.map(MarkdownPage.init)

  @Test(arguments: required.keys.sorted())
  func `has each page that was promised, with its headings`(name: String) throws {
    let page = try #require(Self.pages.first { $0.file.path == Self.folder + name })
    #expect((Self.required[name] ?? []).filter { !page.headings.contains($0) } == [])
  }

  @Test func `lists its pages`() throws {
    let index = try #require(Self.pages.first { $0.file.path == Self.folder + "README.md" })
    let others = Self.pages.map(\.file.path).filter { $0 != index.file.path }
    #expect(others.filter { !index.linkedPaths.contains($0) } == [])
  }

  @Test(arguments: pages.map(\.file.path))
  func `shows Swift that is compiled as ConsumerCheck, line after line`(path: String) throws {
    let page = try #require(Self.pages.first { $0.file.path == path })
    let sources = Repository.swiftFiles.filter { $0.path.hasPrefix("ConsumerCheck/") }
      .map { SwiftLines.of($0.text) }
    for block in page.blocks(of: "swift") {
      for piece in SwiftLines.pieces(of: block) {
        let isCompiled = sources.contains { $0.contains(piece) }
        #expect(isCompiled, "not compiled in one piece:\n\(piece.joined(separator: "\n"))")
      }
    }
  }
}
