import Foundation

/// The files that the rules are about.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let skipped: Set<String> = [
    ".build", ".git", ".swiftpm", ".scratch", "node_modules", "Vectors", "Fixtures",
  ]
  private static let textEndings: Set<String> = [
    "swift", "md", "sh", "py", "c", "h", "yml", "yaml", "json", "modulemap", "sql", "html", "js",
    "css", "env", "conf", "txt", "tsv", "",
  ]

  /// Every text file, with its path from the root, in order.
  static let files: [RepositoryFile] = paths(below: root).sorted().compactMap { path in
    guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
      return nil
    }
    return RepositoryFile(path: path, text: text)
  }

  static let swiftFiles = files.filter(\.isSwift)

  /// The root package's own Swift files.
  static let rootSwiftFiles = swiftFiles.filter {
    $0.folders.first == "Sources" || $0.folders.first == "Tests"
  }

  private static func paths(below folder: URL, prefix: String = "") -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !skipped.contains($0) }.flatMap { name -> [String] in
      let url = folder.appending(path: name)
      let type = try? url.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      if type?.isSymbolicLink == true { return [] }
      if type?.isDirectory == true {
        return paths(below: url, prefix: prefix + name + "/")
      }
      return textEndings.contains(url.pathExtension.lowercased()) ? [prefix + name] : []
    }
  }
}
