/// A public key's description as certificates hold it: SubjectPublicKeyInfo (RFC 5280 §4.1).
///
/// Apple's Security gives the bare key (PKCS #1 for RSA, the point for elliptic curves); pins are of
/// the description around it.
package enum PublicKeyInfo {
  /// What kind of key it is.
  package enum Kind: Sendable {
    case rsa
    /// An elliptic curve of NIST's, by its size in bits.
    case curve(Int)
  }

  /// The description in DER; nil for a curve that no certificate has.
  package static func der(_ kind: Kind, key: [UInt8]) -> [UInt8]? {
    let algorithm: [UInt8]
    switch kind {
    // RFC 3279 §2.3.1: 1.2.840.113549.1.1.1 and NULL.
    case .rsa:
      algorithm = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0]
    // RFC 5480 §2.1.1: 1.2.840.10045.2.1 and the curve.
    case .curve(let bits):
      guard let curve = curves[bits] else { return nil }
      algorithm = [0x06, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01] + curve
    }
    return element(0x30, element(0x30, algorithm) + element(0x03, [0] + key))
  }

  private static let curves: [Int: [UInt8]] = [
    256: [0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07],
    384: [0x06, 5, 0x2B, 0x81, 0x04, 0, 0x22],
    521: [0x06, 5, 0x2B, 0x81, 0x04, 0, 0x23],
  ]

  /// Tag, length, content (X.690 §8.1).
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
      }
    return [tag] + length + content
  }
}
