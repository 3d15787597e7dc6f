import MaruContract
import MaruSecrets
import MaruSystem
import MaruTesting
import Testing

/// What is written to an encrypted file, byte by byte.
@Suite struct FormatTests {
  static let key = WipedBytes((0..<32).map { UInt8($0) })
  static let salt = (0..<32).map { UInt8(0xA0 + $0) }
  static let records = SecretRecords()
    .setting(Sensitive(Array("value one".utf8)), for: secretKey("token", in: "app"))
    .setting(Sensitive([]), for: secretKey("empty", in: "app/b"))
    .setting(Sensitive([0, 1, 2]), for: secretKey("a", in: "app"))

  static func sealed() throws -> [UInt8] {
    try SecretFileFormat.seal(records, key: key, purpose: "test", salt: salt)
  }

  /// Bytes with another version and the sum that belongs to it.
  static func ofVersion(_ version: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[11] = version
    let sum = bytes[..<12].reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    for index in 0..<4 { bytes[12 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
    return bytes
  }

  /// The code that reading bytes fails with; nil if they are read.
  static func code(_ bytes: [UInt8], key: WipedBytes = key, purpose: String = "test")
    -> SecretStoreError.Code?
  {
    do throws(SecretStoreError) {
      _ = try SecretFileFormat.open(bytes, key: key, purpose: purpose)
      return nil
    } catch {
      return error.code
    }
  }

  /// Made by another program (Python with `cryptography`), after the format's description.
  static let foreign = CipherTests.bytes(
    """
    4d6172755365637200000001b4e4b4f8a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babb\
    bcbdbebfd779197bf728bfd7923331fcb6a4aa89fbde7c1e414a2084c5454f67b6a0aee07befdc00a9d791b8\
    d7ebdf36f44817a9e74dbcc786af1ba6ddbbe1f2eaad3107393b7ed662844b0d04f5da4885fa6a23f854d233\
    d5c3cb7bbc8e0ec93b18b6afd0c6
    """)

  @Test func `a file is as another program writes it after the description`() throws {
    #expect(try Self.sealed() == Self.foreign)
  }

  @Test func `what was sealed is opened, and nothing else is in it`() throws {
    let opened = try SecretFileFormat.open(Self.sealed(), key: Self.key, purpose: "test")
    #expect(opened.generation == 3)
    #expect(opened.value(of: secretKey("token"))?.value == Array("value one".utf8))
    #expect(opened.value(of: secretKey("empty", in: "app/b"))?.value == [])
    #expect(opened.value(of: secretKey("a"))?.value == [0, 1, 2])
    #expect(opened.value(of: secretKey("a", in: "app/b")) == nil)
    #expect(opened.deletingAll(in: secretKey("a").namespace)?.value(of: secretKey("a")) == nil)
    #expect(opened.deleting(secretKey("none")) == nil)
  }

  @Test func `each bit that is turned is found`() throws {
    let bytes = try Self.sealed()
    var codes: [SecretStoreError.Code: Int] = [:]
    for position in 0..<bytes.count * 8 {
      var turned = bytes
      turned[position / 8] ^= 1 << UInt8(position % 8)
      let code = try #require(Self.code(turned), "bit \(position)")
      codes[code, default: 0] += 1
    }
    // An accident is never taken for a wrong key or a newer program.
    #expect(codes == [.damaged: bytes.count * 8])
  }

  @Test func `each length at which a file can be cut, or grown, is found`() throws {
    let bytes = try Self.sealed()
    for count in 0..<bytes.count {
      #expect(Self.code(Array(bytes.prefix(count))) == .damaged)
      #expect(Self.code(Array(bytes.suffix(count))) == .damaged)
    }
    for more in [1, 15, 16, 17, 72, 5000] {
      #expect(Self.code(bytes + [UInt8](repeating: 0, count: more)) == .damaged)
    }
    #expect(Self.code(bytes + bytes) == .damaged)
  }

  @Test func `a wrong key and a wrong purpose are told apart from damage`() throws {
    let bytes = try Self.sealed()
    for byte in 0..<32 {
      let other = WipedBytes((0..<32).map { UInt8($0) ^ ($0 == byte ? 1 : 0) })
      #expect(Self.code(bytes, key: other) == .wrongKey)
    }
    for purpose in ["", "Test", "test\0", "tes", "test2"] {
      #expect(Self.code(bytes, purpose: purpose) == .wrongKey)
    }
  }

  @Test func `a head of another file does not fit`() throws {
    let one = try Self.sealed()
    let two = try SecretFileFormat.seal(
      Self.records, key: Self.key, purpose: "test", salt: Self.salt.reversed())
    #expect(Self.code(Array(one.prefix(72) + two.dropFirst(72))) == .damaged)
    #expect(Self.code(Array(one.dropLast(16) + two.suffix(16))) == .damaged)
  }

  @Test func `a newer version is said to be one`() throws {
    for version in [0, 2, 3, 255] as [UInt8] {
      #expect(Self.code(Self.ofVersion(version, try Self.sealed())) == .failed)
    }
  }

  @Test func `random bytes, and files with random changes, never open`() throws {
    let bytes = try Self.sealed()
    for seed in 0..<3_000 as Range<UInt64> {
      let random = SeededRandom(seed: seed)
      var noise = (0..<random.integer(in: 0...300)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      #expect(Self.code(noise) == .damaged)
      // Behind a head that is right, too.
      noise = bytes.prefix(random.integer(in: 8...80)) + noise
      #expect(Self.code(noise) != nil)
      var changed = bytes
      for _ in 0..<random.integer(in: 1...8) {
        changed[random.integer(in: 0...changed.count - 1)] = UInt8(
          truncatingIfNeeded: random.next())
      }
      #expect(changed == bytes || Self.code(changed) != nil)
    }
  }

  @Test func `no two writes have the same bytes, and none shows a secret`() async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let planted = Array("a-planted-secret".utf8)
    var files: Set<[UInt8]> = []
    for _ in 0..<20 {
      try await store.write(
        Sensitive(planted), for: secretKey("kim@planted.example", in: "planted-namespace"))
      let bytes = try folder.bytes()
      for word in ["a-planted", "kim@plan", "planted-name"] {
        #expect(bytes.firstRange(of: Array(word.utf8)) == nil)
      }
      files.insert(Array(bytes.dropFirst(16).prefix(56)))
      files.insert(Array(bytes.dropFirst(72)))
    }
    #expect(files.count == 40)
  }

  // MARK: What is inside

  @Test func `records that are not exactly records are refused`() {
    let good = Self.records.bytes.withBytes { Array($0) }
    #expect(SecretRecords(WipedBytes(good)) != nil)
    for count in 0..<good.count {
      #expect(SecretRecords(WipedBytes(good.prefix(count))) == nil)
    }
    #expect(SecretRecords(WipedBytes(good + [0])) == nil)
    var miscounted = good
    miscounted[11] += 1
    #expect(SecretRecords(WipedBytes(miscounted)) == nil)
  }

  @Test func `records twice, out of order, without a name or too long are refused`() {
    func record(_ namespace: String, _ name: String, _ value: [UInt8]) -> [UInt8] {
      [UInt8(namespace.utf8.count), UInt8(name.utf8.count)]
        + [UInt8(value.count >> 8), UInt8(truncatingIfNeeded: value.count)] + namespace.utf8
        + name.utf8 + value
    }
    func records(_ all: [UInt8]...) -> SecretRecords? {
      SecretRecords(
        WipedBytes([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, UInt8(all.count)] + all.flatMap { $0 }))
    }
    #expect(records(record("a", "b", [1]), record("a", "c", [2])) != nil)
    #expect(records(record("a", "b", [1]), record("a", "b", [2])) == nil)
    #expect(records(record("a", "c", [1]), record("a", "b", [2])) == nil)
    #expect(records(record("b", "a", [1]), record("a", "b", [2])) == nil)
    #expect(records(record("", "b", [1])) == nil)
    #expect(records(record("a", "", [1])) == nil)
    #expect(records(record("a", "b", [UInt8](repeating: 0, count: 8192))) != nil)
    #expect(records(record("a", "b", [UInt8](repeating: 0, count: 8193))) == nil)
  }
}
