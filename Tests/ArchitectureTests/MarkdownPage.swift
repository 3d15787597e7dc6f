import Foundation

/// A page of documentation, taken apart.
struct MarkdownPage {
  let file: RepositoryFile

  /// The code of each block of a language.
  func blocks(of language: String) -> [String] {
    var blocks: [String] = []
    var isInside = false
    for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = !isInside && line == "```\(language)"
        if isInside { blocks.append("") }
      } else if isInside {
        blocks[blocks.count - 1] += line + "\n"
      }
    }
    return blocks
  }

  /// The text outside of blocks.
  var prose: String {
    var isInside = false
    return file.text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isInside.toggle() }
      return !isInside && !line.hasPrefix("```")
    }.joined(separator: "\n")
  }

  /// Headings of the second level.
  var headings: [String] {
    prose.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
  }

  /// Where links to files of the repository lead, as paths from its root.
  var linkedPaths: [String] {
    prose.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/).map { String($0.1) }
      .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
      .map { resolve($0) }
  }

  private func resolve(_ target: String) -> String {
    var folders = file.folders.map(String.init)
    for part in target.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = folders.popLast()
      default: folders.append(String(part))
      }
    }
    return folders.joined(separator: "/")
  }

  /// What stands in single ticks.
  var ticked: [String] {
    prose.replacing("\n", with: " ").matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}

/// Swift without comments, indentation and empty lines, to compare what is shown with what is
/// compiled; strings stay as they are.
enum SwiftLines {
  static func of(_ swift: String) -> [String] {
    let raw = swift.split(separator: "\n", omittingEmptySubsequences: false)
    let comments = SourceText(swift).comments
    return zip(raw, comments).compactMap { line, comment in
      let start = comment.firstIndex { $0 != " " }
      let code = start.map { line.prefix(comment.distance(from: comment.startIndex, to: $0)) }
      let trimmed = (code ?? line).trimmingPrefix { $0 == " " }
      let end = trimmed.lastIndex { $0 != " " }
      return end.map { String(trimmed[...$0]) }
    }
  }

  /// The pieces of a block between its lines `// …`, each to be found in one piece.
  static func pieces(of block: String) -> [[String]] {
    var pieces = [""]
    for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.trimmingPrefix(while: { $0 == " " }) == "// …" {
        pieces.append("")
      } else {
        pieces[pieces.count - 1] += line + "\n"
      }
    }
    return pieces.map(of).filter { !$0.isEmpty }
  }
}
