/// What the compiler can't check says why it is right, in a comment on its line, the one above or
/// the one below.
///
/// A run of such lines needs one reason, above the first.
enum EscapeHatchRule {
  private static let hatches = [
    BannedPiece("@unchecked", "why it is safe"),
    BannedPiece("nonisolated(unsafe)", "why it is safe"),
    BannedPiece("unsafe", "why it is safe"),
    BannedPiece("unsafeBitCast", "why it is safe"),
    BannedPiece("unsafeDowncast", "why it is safe"),
    BannedPiece("@exclusivity(unchecked)", "why it is safe"),
    BannedPiece("assumeIsolated", "why it is safe"),
  ]

  /// Looks for escape hatches without a reason.
  static func check(_ file: RepositoryFile) -> [Finding] {
    var findings: [Finding] = []
    var isRunOfReasoned = false
    for (index, line) in file.source.code.enumerated() {
      guard let hatch = hatch(in: line) else {
        isRunOfReasoned = false
        continue
      }
      let around = max(index - 1, 0)...min(index + 1, file.source.comments.count - 1)
      let isReasoned = isRunOfReasoned || file.source.comments[around].contains(where: isReason)
      isRunOfReasoned = isReasoned
      if !isReasoned { findings.append(file.finding(index + 1, "'\(hatch)' without its reason")) }
    }
    return findings
  }

  /// Whether it is a comment about the code; documentation speaks to the caller.
  private static func isReason(_ comment: Substring) -> Bool {
    guard let start = comment.firstRange(of: "//") else { return false }
    let text = comment[start.upperBound...]
    return text.first != "/" && text.contains { $0.isLetter }
  }

  private static func hatch(in line: Substring) -> String? {
    if let hatch = hatches.first(where: { $0.occurs(in: line) }) { return hatch.code }
    return hasForce(line) ? "!" : nil
  }

  /// Finds `value!`, `try!`, `as!` and `Type!`: an exclamation mark behind something.
  private static func hasForce(_ line: Substring) -> Bool {
    line.indices.contains { index in
      guard line[index] == "!", index > line.startIndex else { return false }
      let before = line[line.index(before: index)]
      let after = line[line.index(after: index)...].first
      let endsValue = before.isLetter || before.isNumber || "_)]}>\"`?".contains(before)
      return endsValue && after != "="
    }
  }
}
