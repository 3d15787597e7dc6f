extension String {
  /// The text in lines of at most `width` columns, each behind an indent.
  func wrapped(to width: Int, indent: String = "", first: String? = nil) -> String {
    let room = Swift.max(width - indent.displayWidth, 20)
    var lines: [String] = []
    var line = ""
    for word in split(whereSeparator: \.isWhitespace) {
      let isFull = line.displayWidth + 1 + String(word).displayWidth > room
      if !line.isEmpty, isFull {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines.enumerated().map { ($0.offset == 0 ? first ?? indent : indent) + $0.element }
      .joined(separator: "\n")
  }

  /// The text in one line of at most `width` columns.
  func shortened(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var result = ""
    var used = 1
    for character in self {
      used += character.displayWidth
      if used > width { break }
      result.append(character)
    }
    return result.trimmingSuffix { $0 == " " } + "…"
  }

  private func trimmingSuffix(_ isEnd: (Character) -> Bool) -> String {
    String(self[..<(lastIndex { !isEnd($0) }.map { index(after: $0) } ?? startIndex)])
  }
}
