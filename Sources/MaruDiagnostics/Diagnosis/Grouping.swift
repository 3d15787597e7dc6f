/// Puts findings under the one that explains them: one storm, and not nine answers with 401.
enum Grouping {
  static func grouped(_ findings: [Finding], _ declarations: [Declaration]) -> [Finding] {
    let explains = Dictionary(declarations.map { ($0.id, $0.explains) }) { first, _ in first }
    var result = findings
    for place in result.indices {
      let finding = result[place]
      let cause = findings.first { other in
        other.rule != finding.rule && (explains[other.rule] ?? []).contains(finding.rule)
          && !Set(other.numbers).isDisjoint(with: finding.numbers)
      }
      result[place].cause = cause?.rule
    }
    // A cause that is explained itself hands its consequences on.
    for place in result.indices {
      var seen: Set<String> = [result[place].rule]
      while let name = result[place].cause, seen.insert(name).inserted,
        let above = result.first(where: { $0.rule == name })?.cause, !seen.contains(above)
      {
        result[place].cause = above
      }
    }
    return result
  }
}
