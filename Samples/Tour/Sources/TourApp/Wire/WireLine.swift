/// Calls that went alike, as one line: eight calls at once are not eight lines.
package struct WireLine: Hashable, Sendable {
  /// Method and path template.
  package let endpoint: String
  /// What happened, in order.
  package let trail: String
  /// How many calls there were, how often each was sent, and how long it took.
  package let measure: String

  /// Puts calls together, in the order in which the first of each kind began.
  package static func lines(for calls: [WireCall]) -> [WireLine] {
    struct Kind: Hashable {
      let endpoint: String
      let trail: [String]
    }
    var order: [Kind] = []
    var groups: [Kind: [WireCall]] = [:]
    for call in calls {
      let kind = Kind(endpoint: call.endpoint, trail: call.trail)
      if groups[kind] == nil { order.append(kind) }
      groups[kind, default: []].append(call)
    }
    return order.map { kind in
      let group = groups[kind] ?? []
      return WireLine(
        endpoint: kind.endpoint, trail: kind.trail.joined(separator: " → "),
        measure: measure(of: group))
    }
  }

  private static func measure(of group: [WireCall]) -> String {
    let attempts = group.first?.attempts ?? 0
    var parts: [String] = []
    if group.count > 1 { parts.append("\(group.count) calls") }
    if attempts > 1 {
      parts.append(group.count > 1 ? "each sent \(attempts)×" : "sent \(attempts)×")
    }
    let times = group.map(\.took)
    if let least = times.min(), let most = times.max() {
      parts.append(
        least.shown == most.shown ? most.shown : "\(least.shown) to \(most.shown)")
    }
    return parts.joined(separator: ", ")
  }
}
