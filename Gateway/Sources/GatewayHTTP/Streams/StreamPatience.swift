/// Decides how long the client of a stream is waited for, by what it has taken.
package struct StreamPatience: Hashable, Sendable {
  /// What is to be done.
  package enum Verdict: Hashable, Sendable {
    case nothing
    /// Nothing was sent for a while.
    case sendHeartbeat
    /// The client is to be let go.
    case letGo
  }

  private let interval: Duration
  private let maximumQueuedBytes: Int
  private var lastSent: Duration
  private var lastTaken: Duration
  private var taken = 0

  /// Begins when a stream does.
  ///
  /// - Parameter now: on a clock that never goes back.
  package init(_ terms: StreamTerms, now: Duration) {
    interval = terms.heartbeatInterval
    maximumQueuedBytes = terms.maximumQueuedBytes
    lastSent = now
    lastTaken = now
  }

  /// Something was sent that was published; judges by what is queued now.
  package mutating func sent(queued: Int, at now: Duration) -> Verdict {
    lastSent = now
    return queued > maximumQueuedBytes ? .letGo : .nothing
  }

  /// Something was sent of which the client may take its time.
  package mutating func sentSlowly(at now: Duration) { lastSent = now }

  /// Whether more of what can wait may be sent.
  package func hasRoom(queued: Int) -> Bool { queued <= maximumQueuedBytes / 2 }

  /// Time has passed.
  ///
  /// - Parameters:
  ///   - queued: the bytes that wait now.
  ///   - total: the bytes that were ever queued.
  package mutating func look(queued: Int, total: Int, at now: Duration) -> Verdict {
    if queued == 0 || total - queued > taken { lastTaken = now }
    taken = total - queued
    // Two heartbeats: one may just have gone when the client stopped.
    if now - lastTaken > interval * 2 { return .letGo }
    return now - lastSent >= interval ? .sendHeartbeat : .nothing
  }
}
