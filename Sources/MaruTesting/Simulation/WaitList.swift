internal import MaruContract
internal import MaruSystem

/// The waits of a world that have begun and not ended, in the order in which they began.
final class WaitList: WaitingBoard {
  private struct State {
    var lastNumber = 0
    var waits: [ObjectIdentifier: (number: Int, place: WaitingPlace)] = [:]
  }
  private let state = Locked(State())

  func entered(_ place: WaitingPlace) {
    state.withLock { state in
      state.lastNumber += 1
      state.waits[ObjectIdentifier(place)] = (state.lastNumber, place)
    }
  }

  func left(_ place: WaitingPlace) {
    _ = state.withLock { $0.waits.removeValue(forKey: ObjectIdentifier(place)) }
  }

  /// Who waits for what, a line each; the same line is told once, with how often.
  var report: [String] {
    let waits = state.withLock { $0.waits }
    var outer: Set<ObjectIdentifier> = []
    for (_, place) in waits.values {
      var next = place.outer
      while let place = next {
        outer.insert(ObjectIdentifier(place))
        next = place.outer
      }
    }
    let innermost = waits.filter { !outer.contains($0.key) }.values.sorted { $0.number < $1.number }
    var lines: [(text: String, count: Int)] = []
    var places: [String: Int] = [:]
    for (_, place) in innermost {
      let text = Self.line(place, waits: Set(waits.keys))
      if let index = places[text] {
        lines[index].count += 1
      } else {
        places[text] = lines.count
        lines.append((text, 1))
      }
    }
    return lines.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count) times)" }
  }

  /// Waits that somebody has given up around a task that goes on are left out.
  private static func line(_ place: WaitingPlace, waits: Set<ObjectIdentifier>) -> String {
    var names: [String] = []
    var whats: [String] = []
    var next: WaitingPlace? = place
    while let place = next {
      switch place.kind {
      case .name(let name): if let name { names.append(name) }
      case .wait(let what):
        if waits.contains(ObjectIdentifier(place)) { whats.append(what()) }
      }
      next = place.outer
    }
    let who = names.isEmpty ? "somebody" : names.reversed().joined(separator: " › ")
    return "\(who) waits for \(whats.reversed().joined(separator: " › "))"
  }
}
