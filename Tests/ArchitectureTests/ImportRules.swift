/// Rules about which module imports which.
enum ImportRules {
  /// Looks for imports that break the floors.
  static func check(_ file: RepositoryFile) -> [Finding] {
    guard let target = file.target else { return [] }
    guard let allowed = Floors.allowedImports(of: target) else {
      return [file.finding(1, "the target \(target) has no entry in the floors")]
    }
    return imports(of: file).compactMap { line, module in
      if Floors.neverImported.contains(module) {
        return file.finding(line, "no library imports \(module)")
      }
      if let owners = Floors.ownedModules[module], !owners.contains(target) {
        return file.finding(line, "only \(owners.sorted()) may import \(module)")
      }
      guard Floors.targets[module] != nil, module != target, !allowed.contains(module) else {
        return nil
      }
      return file.finding(line, "\(target) may not import \(module)")
    }
  }

  /// The modules that a file imports, with their lines.
  static func imports(of file: RepositoryFile) -> [(line: Int, module: String)] {
    file.source.code.enumerated().compactMap { index, line in
      var words = line.split(whereSeparator: { $0 == " " || $0 == ";" })
      while let word = words.first, modifiers.contains(String(word)) || word.hasPrefix("@") {
        words.removeFirst()
      }
      guard words.first == "import", words.count > 1 else { return nil }
      let path = kinds.contains(String(words[1])) && words.count > 2 ? words[2] : words[1]
      return (index + 1, String(path.prefix { $0 != "." }))
    }
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]
}
