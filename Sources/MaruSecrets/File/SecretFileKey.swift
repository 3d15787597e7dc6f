public import MaruContract
package import MaruSystem

/// The key of an ``EncryptedFileStore``: 256 random bits.
///
/// It comes from a file of its own or from a value that the app was given, as by its environment. It
/// is no password: a text that a person could remember can be guessed. Its memory is wiped when the
/// last copy is let go of; that of what it was made from is the caller's.
public struct SecretFileKey: Sendable {
  /// How many bytes a key has.
  public static let byteCount = 32

  package let bytes: WipedBytes

  private init(_ bytes: WipedBytes) throws(SecretStoreError) {
    let first = bytes.withBytes { $0.first }
    guard bytes.withBytes({ $0.contains { $0 != first } }) else {
      throw SecretStoreError(
        .insecure, reason: "expected random bytes, found one byte over and over")
    }
    self.bytes = bytes
  }

  /// Takes random bytes.
  ///
  /// - Throws: `SecretStoreError`: `failed` if they are not 32, `insecure` if they are
  ///   all the same.
  public init(_ bytes: Sensitive<[UInt8]>) throws(SecretStoreError) {
    guard bytes.value.count == Self.byteCount else {
      throw SecretStoreError(
        .failed, reason: "expected a key of \(Self.byteCount) bytes, found \(bytes.value.count)")
    }
    try self.init(WipedBytes(bytes.value))
  }

  /// Takes a key in text: 64 hexadecimal digits, or base64 (RFC 4648 §4) with or without its `=`.
  ///
  /// White space around it is passed over, since files and shells add line ends.
  /// - Throws: `SecretStoreError`: `failed` if it is neither, `insecure` if its bytes
  ///   are all the same.
  public init(text: Sensitive<String>) throws(SecretStoreError) {
    var characters = Array(text.value.utf8)
    defer { WipedBytes.wipe(&characters) }
    guard var bytes = SecretKeyText.decode(characters) else {
      throw SecretStoreError(
        .failed,
        reason: "expected 64 hexadecimal digits or 44 characters of base64, found "
          + "\(characters.count) characters that are neither")
    }
    defer { WipedBytes.wipe(&bytes) }
    try self.init(WipedBytes(bytes))
  }

  /// Reads a key from a file: 32 bytes, or text as ``init(text:)`` takes it.
  ///
  /// The file must be plain, this user's, and closed to everybody else (mode 0600 or 0400), and nobody
  /// else may be able to write in its folder. No link is followed.
  /// - Throws: `SecretStoreError`: `unavailable` if there is no such file, `insecure`
  ///   if others can get at it, `failed` if it holds something else.
  public static func read(from path: String) async throws(SecretStoreError) -> SecretFileKey {
    try await SecretFilePlace(path).run { (place) throws(SecretStoreError) in
      let folder = try place.openFolder()
      var found: [UInt8]?
      do throws(PrivateFolder.Failure) {
        // A text with some line ends has no more.
        found = try folder.read(place.name, upTo: 256)
      } catch {
        throw SecretStoreError(error, what: "the key's file")
      }
      guard var bytes = found else {
        throw SecretStoreError(.unavailable, reason: "expected the key's file, found none")
      }
      found = nil
      defer { WipedBytes.wipe(&bytes) }
      if bytes.count == byteCount { return try SecretFileKey(WipedBytes(bytes)) }
      guard var decoded = SecretKeyText.decode(bytes) else {
        throw SecretStoreError(
          .failed, reason: "expected a key of \(byteCount) bytes, found a file of another form")
      }
      defer { WipedBytes.wipe(&decoded) }
      return try SecretFileKey(WipedBytes(decoded))
    }
  }

  /// Makes a random key and writes it, as 64 hexadecimal digits, to a new file that only this user can
  /// read.
  ///
  /// Whoever has the file can read every secret that is encrypted with it, and without it nobody can:
  /// keep it on another disk or in another backup than those.
  /// - Throws: `SecretStoreError`: `failed` if there is a file of that name, which
  ///   stays; `insecure` if others can write in its folder.
  public static func makeFile(at path: String) async throws(SecretStoreError) -> SecretFileKey {
    try await SecretFilePlace(path).run { (place) throws(SecretStoreError) in
      let folder = try place.openFolder()
      let key = try SecretFileKey(SecretCipher.freshBytes())
      var text = key.bytes.withBytes { SecretKeyText.encode($0) }
      defer { WipedBytes.wipe(&text) }
      do throws(PrivateFolder.Failure) {
        let file = try folder.create(place.name)
        do throws(SystemFile.Failure) {
          try file.write(text, at: 0)
          try file.sync()
        } catch {
          // Half a key is no key.
          try? folder.remove(place.name)
          throw .system(error)
        }
        folder.sync()
      } catch {
        throw SecretStoreError(error, what: "the key's file")
      }
      return key
    }
  }
}

extension SecretFileKey: CustomStringConvertible, CustomReflectable {
  /// Always `‹redacted›`.
  public var description: String { "‹redacted›" }
  /// A mirror without children: `dump` finds nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
