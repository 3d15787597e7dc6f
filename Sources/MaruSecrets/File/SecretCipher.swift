package import MaruContract
package import MaruSystem

#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import CMaruCrypto
#endif

/// AES-256-GCM and HKDF with SHA-256, of the system's own library: CryptoKit, or OpenSSL's libcrypto,
/// which is loaded by its name.
package enum SecretCipher {
  package static let keyBytes = 32
  package static let nonceBytes = 12
  package static let tagBytes = 16

  /// Finds out whether the library is there.
  ///
  /// - Throws: `unavailable`, with what to install.
  package static func load() throws(SecretStoreError) {
    #if !canImport(CryptoKit)
      guard let problem = maru_crypto_load() else { return }
      throw SecretStoreError(
        .unavailable,
        reason: "expected OpenSSL's libcrypto (Debian: libssl3), found that "
          + String(cString: problem))
    #endif
  }

  private static let failure = SecretStoreError(
    .unavailable, reason: "the system's cryptographic library has failed")
}

#if canImport(CryptoKit)
  extension SecretCipher {
    /// Bytes of a key of their own for each salt and info (RFC 5869).
    package static func derive(
      _ key: WipedBytes, salt: [UInt8], info: [UInt8], count: Int
    ) throws(SecretStoreError) -> WipedBytes {
      let input = key.withBytes { SymmetricKey(data: $0) }
      let derived = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt, info: info, outputByteCount: count)
      return derived.withUnsafeBytes { WipedBytes($0) }
    }

    /// Encrypts, and puts the tag behind.
    ///
    /// - Parameter secrets: a key, and a nonce behind it.
    package static func seal(
      _ plain: WipedBytes, by secrets: WipedBytes, context: [UInt8]
    ) throws(SecretStoreError) -> [UInt8] {
      do {
        let (key, nonce) = try parts(of: secrets)
        let box = try plain.withBytes { plain in
          try AES.GCM.seal(Data(plain), using: key, nonce: nonce, authenticating: context)
        }
        return Array(box.ciphertext) + Array(box.tag)
      } catch {
        throw failure
      }
    }

    /// Decrypts what ``seal(_:by:context:)`` made; nil if that, the context or the key was another.
    package static func open(
      _ sealed: ArraySlice<UInt8>, by secrets: WipedBytes, context: [UInt8]
    ) throws(SecretStoreError) -> WipedBytes? {
      do {
        let (key, nonce) = try parts(of: secrets)
        let box = try AES.GCM.SealedBox(
          nonce: nonce, ciphertext: sealed.dropLast(tagBytes), tag: sealed.suffix(tagBytes))
        return WipedBytes(try AES.GCM.open(box, using: key, authenticating: context))
      } catch CryptoKitError.authenticationFailure {
        return nil
      } catch {
        throw failure
      }
    }

    private static func parts(of secrets: WipedBytes) throws -> (SymmetricKey, AES.GCM.Nonce) {
      try secrets.withBytes { bytes in
        let key = SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<keyBytes]))
        let nonce = bytes[keyBytes..<keyBytes + nonceBytes]
        return (key, try AES.GCM.Nonce(data: UnsafeRawBufferPointer(rebasing: nonce)))
      }
    }

    /// Random bytes of the system's, as many as a key has.
    package static func freshBytes() throws(SecretStoreError) -> WipedBytes {
      SymmetricKey(size: .bits256).withUnsafeBytes { WipedBytes($0) }
    }
  }
#else
  extension SecretCipher {
    /// Bytes of a key of their own for each salt and info (RFC 5869).
    package static func derive(
      _ key: WipedBytes, salt: [UInt8], info: [UInt8], count: Int
    ) throws(SecretStoreError) -> WipedBytes {
      try load()
      return try WipedBytes(count: count) { derived throws(SecretStoreError) in
        let isDone = key.withBytes { key in
          guard let start = derived.bytes else { return false }
          return maru_crypto_hkdf(
            key.bytes, key.count, salt, salt.count, info, info.count, start, count)
        }
        guard isDone else { throw failure }
      }
    }

    /// Encrypts, and puts the tag behind.
    ///
    /// - Parameter secrets: a key, and a nonce behind it.
    package static func seal(
      _ plain: WipedBytes, by secrets: WipedBytes, context: [UInt8]
    ) throws(SecretStoreError) -> [UInt8] {
      try load()
      let count = plain.count
      var sealed = [UInt8](repeating: 0, count: count + tagBytes)
      let isDone = sealed.withUnsafeMutableBytes { sealed in
        plain.withBytes { plain in
          secrets.withBytes { secrets in
            withParts(secrets) { key, nonce in
              guard let start = sealed.bytes else { return false }
              return maru_crypto_seal(
                key, nonce, context, context.count, plain.bytes, count, start, start + count)
            }
          }
        }
      }
      guard isDone else { throw failure }
      return sealed
    }

    /// Decrypts what ``seal(_:by:context:)`` made; nil if that, the context or the key was another.
    package static func open(
      _ sealed: ArraySlice<UInt8>, by secrets: WipedBytes, context: [UInt8]
    ) throws(SecretStoreError) -> WipedBytes? {
      try load()
      let count = sealed.count - tagBytes
      guard count >= 0 else { return nil }
      struct Other: Error {}
      return try? WipedBytes(count: count) { plain throws(Other) in
        let isDone = sealed.withUnsafeBytes { sealed in
          secrets.withBytes { secrets in
            withParts(secrets) { key, nonce in
              guard let start = sealed.bytes else { return false }
              return maru_crypto_open(
                key, nonce, context, context.count, start, count, start + count, plain.bytes)
            }
          }
        }
        guard isDone else { throw Other() }
      }
    }

    private static func withParts(
      _ secrets: UnsafeRawBufferPointer,
      _ body: (_ key: UnsafePointer<UInt8>, _ nonce: UnsafePointer<UInt8>) -> Bool
    ) -> Bool {
      guard let start = secrets.bytes, secrets.count >= keyBytes + nonceBytes else { return false }
      return body(start, start + keyBytes)
    }

    /// Random bytes of the system's, as many as a key has.
    package static func freshBytes() throws(SecretStoreError) -> WipedBytes {
      try WipedBytes(count: keyBytes) { bytes throws(SecretStoreError) in
        guard let start = bytes.bytes, maru_crypto_random(start, bytes.count) else {
          throw SecretStoreError(.unavailable, reason: "the system has no chance to give")
        }
      }
    }
  }

  extension UnsafeRawBufferPointer {
    fileprivate var bytes: UnsafePointer<UInt8>? {
      baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }

  extension UnsafeMutableRawBufferPointer {
    fileprivate var bytes: UnsafeMutablePointer<UInt8>? {
      baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }
#endif
