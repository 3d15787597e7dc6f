internal import CCrypto

/// What is kept of a password: scrypt of it with a salt of its own (RFC 7914).
///
/// One check takes some 50 ms and 16 MiB, on purpose: run it where it holds nobody up.
public struct PasswordHash: Hashable, Sendable {
  /// The random bytes that keep equal passwords from having equal hashes.
  public let salt: [UInt8]
  /// What scrypt made of the password and the salt.
  public let key: [UInt8]
  /// scrypt's N, the cost in time and memory; r is 8 and p is 1.
  public let cost: Int

  /// Takes what was stored.
  public init(salt: [UInt8], key: [UInt8], cost: Int) {
    self.salt = salt
    self.key = key
    self.cost = cost
  }

  /// OWASP's least cost for r = 8, p = 1 at 16 MiB.
  public static let standardCost = 1 << 14

  /// Hashes a password with a new salt and the standard cost.
  public init(of password: String, using random: SecureRandom) {
    salt = random.bytes(16)
    cost = Self.standardCost
    key = Self.derive(password, salt: salt, cost: cost)
  }

  /// Whether this is the password.
  public func matches(_ password: String) -> Bool {
    Hashing.areEqual(Self.derive(password, salt: salt, cost: cost), key)
  }

  private static func derive(_ password: String, salt: [UInt8], cost: Int) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: 32)
    let text = Array(password.utf8)
    let status = text.withUnsafeBytes { bytes in
      EVP_PBE_scrypt(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, salt, salt.count,
        UInt64(cost), 8, 1, 64 * 1024 * 1024, &key, key.count)
    }
    precondition(status == 1, "OpenSSL has no scrypt")
    return key
  }
}
