internal import GatewayHTTP
internal import MaruHTTP
internal import MaruSystem

/// Remembers the last requests by their names, so that a test can prove how often one arrived and
/// what it carried. Names of fields only, never their values.
final class RequestRecorder: Sendable {
  struct Entry: Encodable, Hashable, Sendable {
    let method: String
    let route: String?
    let status: Int
    /// Whether it carried a credential, good or not.
    let authorized: Bool
    let headers: [String]
  }

  private struct Ring {
    var entries: [(id: RequestID, entry: Entry)] = []
    var next = 0
  }

  private static let capacity = 4096
  private let ring = Locked(Ring())

  func record(_ request: Request, _ response: Response) {
    let entry = Entry(
      method: request.method.rawValue, route: response.route, status: response.status,
      authorized: request.fields.contains(.authorization),
      headers: request.fields.map(\.name.rawValue))
    let id = request.id
    ring.withLock { ring in
      if ring.entries.count < Self.capacity {
        ring.entries.append((id, entry))
      } else {
        ring.entries[ring.next] = (id, entry)
        ring.next = (ring.next + 1) % Self.capacity
      }
    }
  }

  /// What came with this name, oldest first.
  func entries(of id: RequestID) -> [Entry] {
    ring.withLock { ring in
      let ordered = ring.entries[ring.next...] + ring.entries[..<ring.next]
      return ordered.filter { $0.id == id }.map(\.entry)
    }
  }
}
