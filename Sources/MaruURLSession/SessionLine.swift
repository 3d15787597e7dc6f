internal import Foundation
internal import MaruContract
internal import MaruSystem

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One session of the platform's with all that belongs to it: connections, queues, delegate.
final class SessionLine: Sendable {
  private let session: Locked<URLSession?>
  private let delegate: SessionDelegate
  /// Where the session is told what it would wait for itself with: cancelling, above all.
  private let telling = OperationQueue()

  init(_ configuration: URLSessionConfiguration, _ pinning: SessionPinning) {
    let queue = SessionQueue()
    queue.maxConcurrentOperationCount = 1
    telling.maxConcurrentOperationCount = 1
    let delegate = SessionDelegate(pinning, telling: telling)
    self.delegate = delegate
    session = Locked(
      URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue))
  }

  /// Makes a task that the call hears of.
  ///
  /// The caller is admitted, so the session is alive: to use a dead one ends the process on Linux.
  func task(
    for call: SessionCall, _ make: (URLSession) -> URLSessionTask
  ) -> URLSessionTask {
    guard let session = session.withLock({ $0 }) else {
      fatalError("a call was let in after its transport had been shut down")
    }
    let task = make(session)
    delegate.register(call, for: task)
    return task
  }

  /// Does something soon, on a thread that holds no lock and is none of the session's.
  func later(_ work: @escaping @Sendable () -> Void) { telling.addOperation(work) }

  /// Ends the session, of which no task is running, and closes its connections.
  func end() async {
    guard startEnding() else { return }
    await delegate.waitForEnd()
  }

  /// Ends the session without waiting for it.
  @discardableResult func startEnding() -> Bool {
    let session = session.withLock { session in
      defer { session = nil }
      return session
    }
    session?.finishTasksAndInvalidate()
    return session != nil
  }
}
