internal import Foundation

#if canImport(FoundationNetworking)
  /// The queue that a session tells its delegate on: none at all.
  ///
  /// Linux's URLSession hands over each piece of a body as an operation and does not wait for it, so
  /// that pieces would pile up in the queue, unseen and unbounded, and a cancel behind them. Run at
  /// once, on the session's own serial queue, each piece is counted as it comes. Our delegate only
  /// locks and wakes, and answers what would call back into the session from another queue.
  // @unchecked: it adds no state.
  final class SessionQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#else
  /// The queue that a session tells its delegate on; Apple's holds the session back if it is late.
  typealias SessionQueue = OperationQueue
#endif
