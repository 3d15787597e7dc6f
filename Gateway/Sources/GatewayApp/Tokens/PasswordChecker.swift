internal import GatewayCrypto
internal import GatewayHTTP
internal import GatewayStore

/// Checks passwords one after the other, on a thread of its own: each takes some 50 ms, and must
/// hold up neither the event loops nor more than one core.
///
/// Being one after the other, it also counts the wrong ones: nobody gets more tries by asking many
/// times at once.
actor PasswordChecker {
  private let executor = ThreadExecutor()
  private let decoy: PasswordHash
  private let uptime: @Sendable () -> Duration
  /// The wrong passwords of each name, by the name's digest, which is short; nil if nobody counts.
  private var failures: TokenBuckets<[UInt8]>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter failuresPerMinute: how many wrong passwords for one name; 0 for any number.
  init(
    random: SecureRandom, failuresPerMinute: Int, uptime: @escaping @Sendable () -> Duration
  ) {
    // For names that nobody has: else the time of the answer would tell which exist.
    decoy = PasswordHash(
      salt: random.bytes(16), key: random.bytes(32), cost: PasswordHash.standardCost)
    failures = failuresPerMinute > 0 ? TokenBuckets(perMinute: failuresPerMinute) : nil
    self.uptime = uptime
  }

  /// Whether it is the user's password; never for a name that nobody has.
  ///
  /// - Throws: ``Problem``, 429, if there were too many wrong ones for the name, also if nobody has
  ///   the name, and also if this one would be right.
  func matches(_ password: String, for name: String, _ user: User?) throws(Problem) -> Bool {
    let key = Hashing.sha256(Array(name.utf8))
    if case .refused(let seconds) = failures?.look(at: key, at: uptime()) {
      throw .tooManyRequests(seconds: seconds)
    }
    let hash =
      user.map { PasswordHash(salt: $0.passwordSalt, key: $0.passwordKey, cost: $0.passwordCost) }
    let isRight = (hash ?? decoy).matches(password) && user != nil
    if !isRight { _ = failures?.take(key, at: uptime()) }
    return isRight
  }
}
