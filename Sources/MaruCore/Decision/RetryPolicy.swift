/// How often a call is sent again, and how long it waits before.
///
/// Whether it may be sent again at all is not a setting: RFC 9110 §9.2.2 and the failure decide.
public struct RetryPolicy: Sendable, Hashable {
  /// Attempts of one call, the first included. 3: the third seldom helps where two did not.
  ///
  /// The one re-send after a refreshed credential, redirects and waits for a key in flight do not
  /// count.
  public var maximumAttempts = 3
  /// The bound of the first wait; each further one doubles it. 200 ms.
  public var baseDelay: Duration = .milliseconds(200)
  /// What the bound grows to at most. 20 seconds.
  public var maximumDelay: Duration = .seconds(20)
  /// Retries that a client has in hand before its budget must be earned. 10.
  public var budgetBurst = 10

  /// The policy that each property names.
  public init() {}

  /// A policy that never sends again after a failure.
  public static let never: RetryPolicy = {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }()

  /// The bound of the n-th wait, from 1. Full jitter draws from zero to it.
  func bound(ofWait number: Int) -> Duration {
    let factor = 1 << min(max(number - 1, 0), 20)
    // Compared before it is multiplied: a duration that overflows ends the process.
    return baseDelay < maximumDelay / factor ? baseDelay * factor : maximumDelay
  }
}
