internal import Foundation

/// Base64 with the alphabet for addresses and without padding (RFC 4648 §5, RFC 7515 §2).
public enum Base64URL {
  /// Encodes bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Decodes text; nil if it has a character of another alphabet, padding, or bits left over.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let isClean = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
    }
    guard isClean else { return nil }
    let standard = String(text)
      .replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding) else { return nil }
    let bytes = [UInt8](data)
    // One encoding per value: leftover bits would make two texts of one signature.
    return encode(bytes) == String(text) ? bytes : nil
  }
}
