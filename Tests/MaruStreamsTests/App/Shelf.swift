import MaruStreams

/// An app's own part: what stands on a shelf, by what a server tells. It knows events and no carrier;
/// the tests of all carriers run this file.
actor Shelf {
  /// What the server tells.
  enum Change: Sendable, Equatable {
    case put(String)
    case taken(String)
    /// Of a kind that this version of the app does not know.
    case unknown(kind: String)
  }

  /// What stands there, in the order in which it was put.
  private(set) var things: [String] = []
  /// How many changes this version did not understand.
  private(set) var unknownCount = 0

  /// What each kind of event becomes.
  static let kinds = EventKinds<Change>(unknown: { .unknown(kind: $0.type) })
    .kind("put", read: { .put($0.data) })
    .kind("taken", read: { .taken($0.data) })

  /// Follows the server until it says that it is over; as long as the screen is there.
  func follow(_ changes: EventStream<Change>) async throws {
    for try await change in changes {
      switch change {
      case .put(let thing): things.append(thing)
      case .taken(let thing): things.removeAll { $0 == thing }
      case .unknown: unknownCount += 1
      }
      if things.last == "the end" { return }
    }
  }
}
