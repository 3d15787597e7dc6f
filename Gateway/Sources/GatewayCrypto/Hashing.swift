internal import CCrypto

/// SHA-256, computed by OpenSSL.
public enum Hashing {
  /// The SHA-256 digest of some bytes (FIPS 180-4).
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let status = EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil)
    precondition(status == 1 && length == 32, "OpenSSL has no SHA-256")
    return digest
  }

  /// Whether both are the same, in a time that tells nothing about where they differ.
  public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }
}
