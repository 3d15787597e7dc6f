package import MaruContract

/// Decides what a stream's connection does next: takes what happened, answers with one action.
///
/// A value without clock, network and chance of its own. STREAM-3 is decided here and nowhere else.
package struct ConnectionMachine: Sendable {
  /// What can happen.
  package enum Event: Sendable {
    /// Somebody reads.
    case begin
    /// The server ended the connection, and nothing was missing.
    case ended(Closing)
    /// The connection failed, or could not be made.
    case failed(CallError, Closing)
    /// The server has nothing to send.
    case noContent
    /// The wait is over.
    case waited
  }

  /// What is known of a connection that is over.
  package struct Closing: Sendable, Hashable {
    /// How long it was open; nil: it never was.
    package var openFor: Duration?
    /// How long the server asks to wait, by the latest it said in this stream.
    package var retry: Duration?

    package init(openFor: Duration? = nil, retry: Duration? = nil) {
      self.openFor = openFor
      self.retry = retry
    }
  }

  /// What to do.
  package enum Action: Sendable, Equatable {
    case connect
    /// Wait for `least`, and up to `jitter` more.
    case wait(least: Duration, jitter: Duration)
    /// The stream is over.
    case finish(CallError?)
  }

  package let policy: ReconnectPolicy
  package let whenEnded: CleanEnd
  /// Failures, and ends that came too soon, since the last stable connection.
  package private(set) var failures = 0

  package init(policy: ReconnectPolicy, whenEnded: CleanEnd) {
    self.policy = policy
    self.whenEnded = whenEnded
  }

  /// Takes what happened and says what to do.
  package mutating func handle(_ event: Event) -> Action {
    switch event {
    case .begin, .waited:
      return .connect
    case .noContent:
      return .finish(nil)
    case .ended(let closing):
      guard whenEnded == .reconnect else { return .finish(nil) }
      return comeBack(after: closing, error: nil)
    case .failed(let error, let closing):
      guard Self.isPassing(error) else { return .finish(error) }
      return comeBack(after: closing, error: error)
    }
  }

  private mutating func comeBack(after closing: Closing, error: CallError?) -> Action {
    if let openFor = closing.openFor, openFor >= policy.stableAfter { failures = 0 }
    failures += 1
    if let maximum = policy.maximumFailures, failures > maximum {
      return .finish(
        error
          ?? CallError(
            .connectionLost, at: .attempt, reason: "the server ended each of many connections"))
    }
    let asked = max(closing.retry ?? .zero, error?.retryAfter ?? .zero, .zero)
    return .wait(
      least: min(asked, policy.maximumServerDelay), jitter: policy.bound(afterFailure: failures))
  }

  /// Whether the same connection may work later.
  private static func isPassing(_ error: CallError) -> Bool {
    // By its code, not by a `Retry-After`: a 403 with one is still a 403.
    if error.code.mayHelpToTryAgain { return true }
    // A request that came too slowly, to the wrong server or too early (RFC 9110 §15.5.9 and
    // §15.5.20, RFC 8470 §5.2): nothing is wrong with it.
    return [408, 421, 425].contains(error.status)
  }
}
