public import MaruContract

/// How often a fake store fails, in percent of its calls.
public struct SecretStoreFaults: Sendable, Hashable {
  /// Calls that fail with one of ``codes`` and change nothing.
  public var failing = 0
  /// What they fail with, each as likely.
  public var codes: [SecretStoreError.Code] = [.locked, .unavailable]
  /// How long a call takes before it is done, and as long again before it returns, in milliseconds.
  public var latency: ClosedRange<Int> = 0...0

  /// A store that never fails and takes no time.
  public static let none = SecretStoreFaults()

  /// A bad day.
  public static let rough: SecretStoreFaults = {
    var faults = SecretStoreFaults()
    faults.failing = 8
    faults.latency = 0...8
    return faults
  }()
}
