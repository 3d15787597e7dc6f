extension String {
  /// Broken at spaces into lines of at most `width` columns.
  ///
  /// A word that is longer than a line stands alone and sticks out: cut paths can't be copied.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      if line.isEmpty, lines.isEmpty || !word.isEmpty {
        line = word
      } else if line.displayWidth + 1 + word.displayWidth <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// Wrapped, with `lead` before the first line and as many spaces before the others.
  package func wrapped(to width: Int, lead: String) -> [String] {
    let indent = String(repeating: " ", count: lead.displayWidth)
    let lines = wrapped(to: max(20, width - lead.displayWidth))
    return lines.enumerated().map { ($0 == 0 ? lead : indent) + $1 }
  }
}
