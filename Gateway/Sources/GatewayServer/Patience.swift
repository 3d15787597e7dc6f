package import GatewayHTTP

/// Decides how long a connection is waited for.
package struct Patience {
  /// What is to be done with a connection.
  package enum Verdict: Hashable {
    /// Nothing yet.
    case wait
    /// Tell the client that it was too slow.
    case refuse
    /// Close without a word.
    case hangUp
  }

  private let limits: RequestLimits

  /// Waits as long as the limits say.
  package init(_ limits: RequestLimits) {
    self.limits = limits
  }

  /// Judges a connection by what it is waiting for.
  ///
  /// - Parameters:
  ///   - age: how long the phase has lasted.
  ///   - isFresh: whether the connection has had no request yet.
  ///   - isRefused: whether what is being answered is a refusal, or the end of a stream.
  ///   - draining: for how long the server has been stopping; nil if it is not.
  package func judge(
    _ phase: ConnectionPhase, age: Duration, isFresh: Bool, isRefused: Bool, draining: Duration?
  ) -> Verdict {
    switch phase {
    case .idle:
      // A request that was on its way when the server began to stop arrives within this.
      if let draining { return draining > .milliseconds(150) ? .hangUp : .wait }
      return age > (isFresh ? limits.headTime : limits.idleTime) ? .hangUp : .wait
    case .head:
      if let draining, draining > .seconds(1) { return .refuse }
      return age > limits.headTime ? .refuse : .wait
    case .body:
      return age > limits.bodyTime ? .refuse : .wait
    case .handling, .streaming:
      return .wait
    case .answering:
      return age > (isRefused ? .seconds(5) : limits.answerTime) ? .hangUp : .wait
    }
  }
}
