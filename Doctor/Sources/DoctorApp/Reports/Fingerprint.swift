internal import MaruDiagnostics

/// Names a finding over several captures of the same thing.
enum Fingerprint {
  /// By rule, fields and the calls that show it: numbers of entries and ids in paths change each time.
  static func of(_ finding: Finding, _ steps: [Int: Chronicle.Step]) -> String {
    let calls = finding.numbers.compactMap { steps[$0] }.map { step in
      let pieces = step.path.split(separator: "/").map { piece in
        isID(piece) ? "*" : String(piece)
      }
      return "\(step.method) \(step.origin)/\(pieces.joined(separator: "/"))"
    }
    // More would change with every call that is added.
    return ([finding.rule] + finding.fields.sorted() + Set(calls).sorted().prefix(3))
      .joined(separator: " ")
  }

  /// Whether a piece of a path is an id, or a stand-in for one.
  static func isID(_ piece: Substring) -> Bool {
    if !piece.isEmpty, piece.allSatisfy(\.isNumber) { return true }
    return ["S-", "uuid-", "mail-", "jwt~"].contains { piece.hasPrefix($0) }
  }
}
