/// Delta debugging (Zeller and Hildebrandt 2002): leaves out of a list what is not needed.
package enum Minimising {
  /// A part of `items`, in their order, for which `holds` is true and of which no single item can be
  /// left out, unless `holds` says that it has no more tries.
  ///
  /// `holds` must be true for all of `items`, and is not asked about that.
  package static func minimum<Item>(
    of items: [Item], holds: ([Item]) -> Outcome
  ) -> [Item] {
    var kept = items
    guard !kept.isEmpty else { return kept }
    switch holds([]) {
    case .yes: return []
    case .noMoreTries: return kept
    case .no: break
    }
    var parts = 2
    while kept.count > 1 {
      var hasShrunk = false
      let size = (kept.count + parts - 1) / parts
      for first in stride(from: 0, to: kept.count, by: size) {
        var fewer = kept
        fewer.removeSubrange(first..<min(first + size, kept.count))
        guard !fewer.isEmpty else { continue }
        switch holds(fewer) {
        case .yes:
          kept = fewer
          hasShrunk = true
        case .noMoreTries: return kept
        case .no: continue
        }
        break
      }
      if hasShrunk {
        parts = max(parts - 1, 2)
      } else if parts < kept.count {
        parts = min(parts * 2, kept.count)
      } else {
        break
      }
    }
    return kept
  }

  /// What came of a try.
  package enum Outcome { case yes, no, noMoreTries }
}
