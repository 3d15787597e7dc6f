package import MaruContract
package import MaruSystem

/// How the secrets of an encrypted file are written: version 1.
///
/// | offset | bytes | |
/// | ---: | ---: | --- |
/// | 0 | 8 | `MaruSecr` |
/// | 8 | 4 | the version, 1 |
/// | 12 | 4 | FNV-1a of the 12 bytes before: the same in every version |
/// | 16 | 32 | salt: random, new with each write |
/// | 48 | 16 | key check |
/// | 64 | 8 | FNV-1a of the 64 bytes before |
/// | 72 | n | the records (``SecretRecords``), encrypted with AES-256-GCM |
/// | 72 + n | 16 | GCM's tag over the 72 bytes of the head and the records |
///
/// HKDF with SHA-256 makes 60 bytes of key, salt, and `maru secret file 1` with the store's purpose
/// behind it: the cipher's key (32), its nonce (12) and the key check (16). So each write has a key and
/// a nonce of its own, a wrong key is told from damage, and a file of another purpose is one of another
/// key. The sums authenticate nothing: they tell an accident from a wrong key. Numbers are big-endian.
package enum SecretFileFormat {
  package static let version: UInt32 = 1
  package static let saltBytes = 32
  /// More than that is neither written nor read.
  package static let maximumBytes = 16 << 20

  private static let magic = Array("MaruSecr".utf8)
  private static let saltStart = 16
  private static let checkStart = 48
  private static let checkBytes = 16
  private static let sumStart = 64
  private static let headBytes = 72

  /// The bytes of a file.
  package static func seal(
    _ records: SecretRecords, key: WipedBytes, purpose: String, salt: [UInt8]
  ) throws(SecretStoreError) -> [UInt8] {
    precondition(salt.count == saltBytes, "a salt of the wrong length")
    let derived = try derive(key, purpose, salt)
    var head = magic
    head += bytes(UInt64(version), 4)
    head += bytes(UInt64(sum32(head[...])), 4)
    head += salt
    head += derived.check
    head += bytes(sum64(head[...]), 8)
    return head + (try SecretCipher.seal(records.bytes, by: derived.secrets, context: head))
  }

  /// The records of a file.
  ///
  /// - Throws: `damaged`, `wrongKey`, or `failed` if a later version of this library wrote it.
  package static func open(
    _ file: [UInt8], key: WipedBytes, purpose: String
  ) throws(SecretStoreError) -> SecretRecords {
    guard file.count >= saltStart, file.starts(with: magic),
      bytes(UInt64(sum32(file[..<12])), 4).elementsEqual(file[12..<16])
    else { throw damaged("a file of secrets", found: "\(file.count) other bytes") }
    let found = file.withUnsafeBytes { $0.number(at: 8, of: 4) }
    guard found == UInt64(version) else {
      throw SecretStoreError(
        .failed,
        reason: "expected version \(version) of the file, found \(found): another program wrote it")
    }
    guard file.count >= headBytes + SecretCipher.tagBytes,
      bytes(sum64(file[..<sumStart]), 8).elementsEqual(file[sumStart..<headBytes])
    else { throw damaged("a whole head", found: "another") }
    let derived = try derive(key, purpose, Array(file[saltStart..<checkStart]))
    guard isSame(derived.check, file[checkStart..<sumStart]) else {
      throw SecretStoreError(
        .wrongKey, reason: "expected a file of this key and purpose, found one of another")
    }
    let plain = try SecretCipher.open(
      file[headBytes...], by: derived.secrets, context: Array(file[..<headBytes]))
    guard let plain, let records = SecretRecords(plain) else {
      throw damaged("what was written with this key", found: "something else")
    }
    return records
  }

  private static func damaged(_ expected: String, found: String) -> SecretStoreError {
    SecretStoreError(.damaged, reason: "expected \(expected), found \(found)")
  }

  private static func derive(
    _ key: WipedBytes, _ purpose: String, _ salt: [UInt8]
  ) throws(SecretStoreError) -> (secrets: WipedBytes, check: [UInt8]) {
    let secretBytes = SecretCipher.keyBytes + SecretCipher.nonceBytes
    let all = try SecretCipher.derive(
      key, salt: salt, info: Array("maru secret file \(version)\0\(purpose)".utf8),
      count: secretBytes + checkBytes)
    return all.withBytes { all in
      (WipedBytes(all[..<secretBytes]), Array(all[secretBytes...]))
    }
  }

  /// Compares in the same time wherever they differ.
  private static func isSame(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.withUnsafeMutableBytes { $0.setNumber(number, at: 0, of: count) }
    return bytes
  }

  // FNV-1a (RFC 9923): any one byte that changes changes the sum, since each step can be undone.

  private static func sum32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  private static func sum64(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
