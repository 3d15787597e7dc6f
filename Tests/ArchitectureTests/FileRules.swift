/// Rules about files as such: their names, their length, and what must not stand in any.
enum FileRules {
  private static let drawers: Set<String> = [
    "Util", "Utils", "Utility", "Utilities", "Helper", "Helpers", "Manager", "Managers", "Common",
    "Base", "Misc", "Extension", "Extensions", "Constants", "Models", "Stuff", "Types",
  ]
  private static let drawerEndings = [
    "Util", "Utils", "Helper", "Helpers", "Manager", "Managers", "Extensions",
  ]

  /// Looks for names that hide a concept: of files, of folders and of types.
  static func checkNames(_ file: RepositoryFile) -> [Finding] {
    guard file.isSwift else { return [] }
    let parts = file.stem.split(separator: "+").map(String.init) + file.folders.map(String.init)
    var findings = parts.filter(isDrawer).map { file.finding(1, "'\($0)' hides a concept") }
    for (index, line) in file.source.code.enumerated() {
      if let name = declaredType(line), isDrawer(name) {
        findings.append(file.finding(index + 1, "'\(name)' hides a concept"))
      }
    }
    return findings
  }

  private static func isDrawer(_ name: String) -> Bool {
    drawers.contains(name) || drawerEndings.contains { name.hasSuffix($0) }
  }

  private static func declaredType(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(where: { typeKeywords.contains(String($0)) }),
      keyword + 1 < words.endIndex
    else { return nil }
    return String(words[keyword + 1].prefix { $0.isLetter || $0.isNumber })
  }
  private static let typeKeywords: Set<String> = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]

  /// 400 lines in sources, 600 in tests; a generated table is no exception.
  static func checkLength(_ file: RepositoryFile) -> [Finding] {
    let limit = file.isTest ? 600 : 400
    guard file.isSwift, file.lineCount > limit else { return [] }
    return [file.finding(file.lineCount, "more than \(limit) lines: split it by theme")]
  }

  // Put together here, so that this file has none of them.
  private static let machinePaths =
    ["work", "root", "farm", "home", "Users"].map { "/\($0)/" } + ["/tmp/" + "wt"]
  private static let undone = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

  /// Looks for folders of somebody's machine, in any text.
  static func checkMachinePaths(_ file: RepositoryFile) -> [Finding] {
    guard machinePaths.contains(where: file.text.contains) else { return [] }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { index, line in
      machinePaths.filter { isAbsolute($0, in: line) }
        .map { file.finding(index + 1, "a path of a machine: \($0)") }
    }
  }

  /// A path starts at its slash: one that follows a word or a host is part of something else.
  private static func isAbsolute(_ path: String, in line: Substring) -> Bool {
    line.ranges(of: path).contains { range in
      guard let before = line[..<range.lowerBound].last else { return true }
      return !(before.isLetter || before.isNumber || "/._-}".contains(before))
    }
  }

  /// Looks for work that was put off: it belongs in an issue.
  static func checkUndone(_ file: RepositoryFile) -> [Finding] {
    guard file.isSwift, undone.contains(where: file.text.contains) else { return [] }
    return file.source.comments.enumerated().flatMap { index, line in
      undone.filter { BannedPiece($0, "").occurs(in: line) }
        .map { file.finding(index + 1, "'\($0)' left in the source") }
    }
  }
}
