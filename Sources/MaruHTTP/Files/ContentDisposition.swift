internal import Foundation

/// How an answer wants to be shown, and what it would be called as a file (RFC 6266).
public struct ContentDisposition: Hashable, Sendable {
  /// The type in lower case: `inline`, `attachment`, or another, which counts as `attachment`.
  public let type: String
  /// The name that the server gives the file, as it came; see ``safeFileName(otherwise:)``.
  public let fileName: String?

  /// Reads a `Content-Disposition`; nil if it has no type.
  ///
  /// What can't be read behind the type is passed over. `filename*` wins over `filename`
  /// (RFC 6266 §4.3); of one that is there twice, the first counts.
  public init?(_ text: String) {
    var scanner = Scanner(text)
    guard let type = scanner.token() else { return nil }
    self.type = type.lowercased()
    var plain: String?
    var extended: String?
    while let (name, value) = scanner.parameter() {
      switch name.lowercased() {
      case "filename" where plain == nil: plain = value
      case "filename*" where extended == nil: extended = Self.extendedValue(value)
      default: break
      }
    }
    fileName = extended ?? plain
  }

  /// The file's name, safe to be used in a folder of one's own; see ``FileName/safe(_:otherwise:)``.
  public func safeFileName(otherwise name: String) -> String {
    FileName.safe(fileName ?? "", otherwise: name)
  }

  /// RFC 8187 §3.2: `charset'language'percent-encoded`.
  private static func extendedValue(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    switch parts[0].lowercased() {
    case "utf-8": return PercentEncoding.decode(parts[2])
    case "iso-8859-1": return latin1(parts[2])
    default: return nil
    }
  }

  private static func latin1(_ text: Substring) -> String? {
    var result = ""
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      guard let high = rest.popFirst().flatMap(PercentEncoding.digit),
        let low = rest.popFirst().flatMap(PercentEncoding.digit)
      else { return nil }
      result.unicodeScalars.append(Unicode.Scalar(high << 4 | low))
    }
    return result
  }

  /// Reads tokens and quoted strings (RFC 9110 §5.6).
  private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
      rest = text[...].utf8
    }

    mutating func token() -> String? {
      skipSpace()
      let token = rest.prefix(while: FieldSyntax.isTokenByte)
      rest = rest.dropFirst(token.count)
      return token.isEmpty ? nil : String(Substring(token))
    }

    /// The next parameter; nil at the end, or where nothing can be read any more.
    mutating func parameter() -> (name: String, value: String)? {
      while true {
        skipSpace()
        guard rest.popFirst() == UInt8(ascii: ";") else { return nil }
        guard let name = token() else { continue }
        skipSpace()
        guard rest.first == UInt8(ascii: "=") else { continue }
        rest.removeFirst()
        skipSpace()
        return (name, value())
      }
    }

    private mutating func value() -> String {
      guard rest.first == UInt8(ascii: "\"") else {
        // Not only tokens: servers forget the quotes around 'filename=my file.txt'.
        let value = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(value.count)
        return String(FieldSyntax.trimmed(Substring(value)))
      }
      rest.removeFirst()
      var bytes: [UInt8] = []
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        // Only a quote and a backslash are escaped: 'C:\dir\file' was never meant to be.
        if byte == UInt8(ascii: "\\"), let next = rest.first,
          next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
        {
          rest.removeFirst()
          bytes.append(next)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipSpace() {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }
  }
}
