#if canImport(Glibc)
  import Glibc
#endif
import MaruContract
import MaruSecrets
import MaruSystem
import Testing

/// The system's library does what the standards' examples say.
@Suite struct CipherTests {
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test(
    arguments: [
      (
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        (0x00...0x4f).hex, (0x60...0xaf).hex, (0xb0...0xff).hex,
        """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c\
        59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71\
        cc30c58179ec3e87c14c01d5c1f3434f1d87
        """
      ),
      (
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ])
  func `keys are derived as RFC 5869 derives them in its examples`(
    key: String, salt: String, info: String, derived: String
  ) throws {
    let expected = Self.bytes(derived)
    let found = try SecretCipher.derive(
      WipedBytes(Self.bytes(key)), salt: Self.bytes(salt), info: Self.bytes(info),
      count: expected.count)
    #expect(found.withBytes { Array($0) } == expected)
  }

  /// Test cases 13, 14 and 16 of "The Galois/Counter Mode of Operation" (McGrew, Viega).
  static let vectors:
    [(key: String, nonce: String, context: String, plain: String, sealed: String)] =
      [
        (
          String(repeating: "0", count: 64), String(repeating: "0", count: 24), "", "",
          "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        (
          String(repeating: "0", count: 64), String(repeating: "0", count: 24), "",
          "00000000000000000000000000000000",
          "cea7403d4d606b6e074ec5d3baf39d18 d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (
          "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
          "cafebabefacedbaddecaf888", "feedfacedeadbeeffeedfacedeadbeefabaddad2",
          """
          d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
          1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
          """,
          """
          522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
          8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662 \
          76fc6ece0f4e1768cddf8853bb2d551b
          """
        ),
      ]

  @Test(arguments: vectors.indices)
  func `the cipher gives what the mode's paper gives`(index: Int) throws {
    let vector = Self.vectors[index]
    let secrets = WipedBytes(Self.bytes(vector.key) + Self.bytes(vector.nonce))
    let context = Self.bytes(vector.context)
    let sealed = try SecretCipher.seal(
      WipedBytes(Self.bytes(vector.plain)), by: secrets, context: context)
    #expect(sealed == Self.bytes(vector.sealed))
    let opened = try #require(try SecretCipher.open(sealed[...], by: secrets, context: context))
    #expect(opened.withBytes { Array($0) } == Self.bytes(vector.plain))
    #expect(try SecretCipher.open(sealed[...], by: secrets, context: context + [0]) == nil)
    #expect(try SecretCipher.open(sealed.dropLast(), by: secrets, context: context) == nil)
  }

  #if canImport(Glibc)
    @Test func `the library's queue of errors is left as it was`() throws {
      typealias Peek = @convention(c) () -> UInt
      typealias Clear = @convention(c) () -> Void
      typealias OpenFile =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> OpaquePointer?
      let library = try #require(
        dlopen("libcrypto.so.3", RTLD_NOW) ?? dlopen("libcrypto.so.1.1", RTLD_NOW))
      // These are the signatures of openssl/err.h and openssl/bio.h.
      let peek = unsafeBitCast(try #require(dlsym(library, "ERR_peek_error")), to: Peek.self)
      let clear = unsafeBitCast(try #require(dlsym(library, "ERR_clear_error")), to: Clear.self)
      let open = unsafeBitCast(try #require(dlsym(library, "BIO_new_file")), to: OpenFile.self)
      func fail() throws {
        let secrets = WipedBytes((0..<44).map { UInt8($0) })
        let sealed = [UInt8](repeating: 1, count: 40)
        #expect(try SecretCipher.open(sealed[...], by: secrets, context: []) == nil)
      }
      // The queue is the thread's: nothing waits until the end.
      clear()
      try fail()
      #expect(peek() == 0)
      #expect(open("/there is no such file", "r") == nil)
      let others = peek()
      try fail()
      #expect(peek() == others && others != 0)
      clear()
    }
  #endif

  @Test func `chance does not repeat`() throws {
    let drawn = try (0..<100).map { _ in try SecretCipher.freshBytes().withBytes { Array($0) } }
    #expect(Set(drawn).count == 100)
    #expect(drawn.allSatisfy { $0.count == 32 })
  }

  @Test func `bytes are wiped where they lie`() {
    var bytes: [UInt8] = [1, 2, 3]
    WipedBytes.wipe(&bytes)
    #expect(bytes == [0, 0, 0])
    var none: [UInt8] = []
    WipedBytes.wipe(&none)
    #expect(none.isEmpty && "\(WipedBytes([1, 2]))" == "2 bytes")
  }
}

extension ClosedRange<Int> {
  fileprivate var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
