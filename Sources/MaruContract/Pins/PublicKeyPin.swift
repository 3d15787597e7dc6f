internal import struct Foundation.Data

/// The SHA-256 of a server's public key, by which it is known again.
///
/// It is of the key's whole description (SubjectPublicKeyInfo, RFC 5280 §4.1), so it outlives the
/// certificate as long as the key is kept:
/// `openssl x509 -pubkey -noout -in server.pem | openssl pkey -pubin -outform der | openssl dgst
/// -sha256 -binary | base64`.
public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
  /// The hash in base64, as RFC 7469 writes it.
  public let base64: String

  /// Reads a pin.
  ///
  /// - Throws: ``PinProblem/notAHash`` if it is not 32 bytes in base64.
  public init(base64: String) throws(PinProblem) {
    guard let bytes = Data(base64Encoded: base64), bytes.count == 32 else { throw .notAHash }
    // Spelt anew, so that equal hashes are equal.
    self.base64 = bytes.base64EncodedString()
  }

  /// Makes a pin of a hash.
  ///
  /// - Throws: ``PinProblem/notAHash`` if it has not 32 bytes.
  public init(sha256 bytes: [UInt8]) throws(PinProblem) {
    guard bytes.count == 32 else { throw .notAHash }
    base64 = Data(bytes).base64EncodedString()
  }

  /// The hash in base64; a public key is no secret.
  public var description: String { base64 }
}

/// Why pins can't be used as they are.
public enum PinProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no SHA-256 in base64.
  case notAHash
  /// There are fewer than two different ones.
  case noBackup
  /// It is no host's name.
  case notAHost
  /// Two rules are for the same hosts.
  case saidTwice

  /// What is wrong, and why it matters.
  public var description: String {
    switch self {
    case .notAHash: "a pin is the SHA-256 of a public key: 32 bytes in base64"
    case .noBackup:
      "there must be two different pins: without one of a key in reserve, losing the first locks "
        + "every installed app out"
    case .notAHost: "a pin is for a host's name, without scheme, port and path"
    case .saidTwice: "two rules are for the same hosts"
    }
  }
}
