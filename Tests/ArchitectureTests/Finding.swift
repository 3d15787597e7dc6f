/// A line that breaks a rule.
struct Finding: Hashable, CustomStringConvertible {
  let file: String
  let line: Int
  let problem: String

  var description: String { "\(file):\(line): \(problem)" }
}

/// A file as the rules see it; its path starts at the repository's root.
struct RepositoryFile {
  let path: String
  let text: String
  let source: SourceText

  init(path: String, text: String) {
    self.path = path
    self.text = text
    source = SourceText(path.hasSuffix(".swift") ? text : "")
  }

  var isSwift: Bool { path.hasSuffix(".swift") }

  var folders: [Substring] { path.split(separator: "/").dropLast() }

  /// The file's name without its ending.
  var stem: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// The library that the file belongs to; nil outside the root's `Sources`.
  var target: String? {
    folders.count >= 2 && folders[0] == "Sources" ? String(folders[1]) : nil
  }

  /// Whether it is a test's.
  var isTest: Bool { folders.contains("Tests") }

  var lineCount: Int {
    text.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      + (text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? 0 : 1)
  }

  func finding(_ line: Int, _ problem: String) -> Finding {
    Finding(file: path, line: line, problem: problem)
  }
}
