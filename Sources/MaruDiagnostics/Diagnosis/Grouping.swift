/// Puts findings under the one that explains them: one storm, and not nine answers with 401.
struct Grouping {
  private struct Place: Hashable {
    let number: Int
    let rule: String
  }

  /// The first finding of a rule that shows an exchange.
  private var first: [Place: Int] = [:]
  /// By rule: those that explain it.
  private var explainers: [String: [String]] = [:]

  /// The place of each finding's cause, the first if there are several; nil for what nothing explains.
  static func causes(of findings: [Finding], _ declarations: [Declaration]) -> [Int?] {
    var grouping = Grouping()
    let ids = Set(declarations.map(\.id))
    for declaration in declarations {
      for rule in Set(declaration.explains) where rule != declaration.id && ids.contains(rule) {
        grouping.explainers[rule, default: []].append(declaration.id)
      }
    }
    let explaining = Set(grouping.explainers.values.joined())
    for (index, finding) in findings.enumerated() where explaining.contains(finding.rule) {
      for number in finding.numbers {
        let place = Place(number: number, rule: finding.rule)
        if grouping.first[place] == nil { grouping.first[place] = index }
      }
    }
    let causes = findings.map { grouping.cause(of: $0) }
    return findings.indices.map { root(of: $0, causes) }
  }

  private func cause(of finding: Finding) -> Int? {
    var cause: Int?
    for rule in explainers[finding.rule] ?? [] {
      for number in finding.numbers {
        guard let index = first[Place(number: number, rule: rule)] else { continue }
        cause = min(cause ?? index, index)
      }
    }
    return cause
  }

  /// A cause that is explained itself hands its consequences on; of rules that explain each other in a
  /// circle, the first finding stands for itself.
  private static func root(of index: Int, _ causes: [Int?]) -> Int? {
    var seen: Set<Int> = [index]
    var place = index
    while let next = causes[place] {
      guard seen.insert(next).inserted else {
        // The circle's first member, wherever it was entered.
        var circle: [Int] = [next]
        while let member = causes[circle[circle.count - 1]], member != next {
          circle.append(member)
        }
        let head = circle.min() ?? next
        return head == index ? nil : head
      }
      place = next
    }
    return place == index ? nil : place
  }
}
