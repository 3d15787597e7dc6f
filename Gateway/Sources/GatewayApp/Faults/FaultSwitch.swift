internal import GatewayHTTP
internal import MaruSystem

/// Decides whether a request gets the fault that it asks for.
final class FaultSwitch: Sendable {
  private struct Counter: Hashable {
    let kind: Fault.Kind
    let id: String
  }

  private let counts = Locked<[Counter: Int]>([:])

  /// The fault of this request; nil if it asks for none, or if it came often enough.
  ///
  /// - Throws: ``Problem``, 400, if the field cannot be read.
  func fault(of request: Request) throws(Problem) -> Fault? {
    guard let fault = try Fault.of(request) else { return nil }
    guard let times = fault.times else { return fault }
    let counter = Counter(kind: fault.kind, id: fault.id)
    let count = counts.withLock { counts in
      // For tests: what would be kept for ever is dropped when it is much.
      if counts.count > 10_000 { counts = [:] }
      counts[counter, default: 0] += 1
      return counts[counter, default: 0]
    }
    return count <= times ? fault : nil
  }
}
