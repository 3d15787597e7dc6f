public import MaruContract

extension TokenSession {
  /// How a session renews its tokens.
  public struct Configuration: Sendable {
    /// What to do after the answer to a refresh was lost.
    public var recovery: RotationRecovery
    /// How long before its end an access token is renewed, and up to half of it more, at random;
    /// never more than a quarter of the token's life. 60 seconds: a call's deadline twice.
    public var leeway: Duration = .seconds(60)
    /// For one refresh, from reading the record to storing what came. 30 seconds, whoever waits.
    public var limit: Duration = .seconds(30)
    /// How long nobody refreshes after a first failure; each further one doubles it. 1 second.
    public var basePause: Duration = .seconds(1)
    /// What that grows to at most. 60 seconds.
    public var maximumPause: Duration = .seconds(60)
    /// When the record can be read. From the first unlock on, and never on another device.
    public var accessibility = SecretAccessibility.afterFirstUnlockThisDeviceOnly
    /// What is done next, asked at every event. A test looks on, or plants a mistake, by putting
    /// something around it.
    package var decide: Decide = { $0.handle($1, at: $2) }

    /// Asks a machine what to do about what has happened.
    package typealias Decide =
      @Sendable (inout TokenMachine, TokenMachine.Event, MonotonicInstant) -> [TokenMachine.Action]

    /// Takes the one thing that only the server's documentation can tell.
    public init(recovery: RotationRecovery) {
      self.recovery = recovery
    }

    /// How long nobody refreshes: half of the bound, and up to the other half at random.
    func pause(afterFailures count: Int, chance: UInt64) -> Duration {
      let factor = 1 << min(max(count - 1, 0), 20)
      // Compared before it is multiplied: a duration that overflows ends the process.
      let bound = basePause < maximumPause / factor ? basePause * factor : maximumPause
      return bound / 2 + (bound / 2).part(chance)
    }
  }

  /// What a session does after the answer to a refresh was lost: by a broken connection, a limit,
  /// or the end of the process before what came was stored.
  ///
  /// The server may have rotated the refresh token then. What is left is the direct predecessor of
  /// one that nobody has (RFC 9700 §4.14.2).
  @nonexhaustive
  public enum RotationRecovery: Sendable, Hashable {
    /// Sends it again: for servers that take the direct predecessor until its successor is used, or
    /// for some time, and for those that do not rotate.
    case sendsAgain
    /// Sends nothing and asks for a sign-in: for servers that take a second sending for theft and
    /// end more than this session. Costs a write before each refresh.
    case asksToSignIn
  }
}
