/// How long a call may take and how much it may take in.
public struct CallLimits: Sendable, Hashable {
  /// For everything: credential, attempts, waits. 30 seconds: past that people have given up.
  public var deadline: Duration = .seconds(30)
  /// For one attempt. 15 seconds, so that a lost answer leaves time to ask again.
  public var attempt: Duration = .seconds(15)
  /// Until there is a connection. 10 seconds.
  public var connect: Duration = .seconds(10)
  /// Between two pieces of a body. Nil: as long as the attempt.
  public var idle: Duration?
  /// Bytes of an answer's body. 8 MiB: a value is held whole; more is a download.
  public var maximumResponseBytes = 8 * 1024 * 1024
  /// Bytes of an answer's head. 64 KiB.
  public var maximumHeadBytes = 64 * 1024
  /// Bytes of answers that are kept for endpoints that ask for it. 4 MiB.
  public var maximumKeptBytes = 4 * 1024 * 1024
  /// Redirects of one call. 5; a longer chain is a circle.
  public var maximumRedirects = 5

  /// The limits that each property names.
  public init() {}
}
