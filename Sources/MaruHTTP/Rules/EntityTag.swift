/// A version of a resource, as a server names it (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// The opaque text between the quotes.
  public let value: String
  /// Whether two versions with this tag only mean the same, and may differ in their bytes.
  public let isWeak: Bool

  /// Reads an `ETag`; nil if it is none.
  public init?(_ text: String) {
    var rest = FieldSyntax.trimmed(text[...])
    isWeak = rest.hasPrefix("W/")
    if isWeak { rest.removeFirst(2) }
    guard rest.utf8.count >= 2, rest.hasPrefix("\""), rest.hasSuffix("\"") else { return nil }
    let inner = rest.dropFirst().dropLast()
    // RFC 9110 §8.8.3: etagc is printable and no quote; bytes above 0x7F are let through.
    guard inner.utf8.allSatisfy({ $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }) else {
      return nil
    }
    value = String(inner)
  }

  /// Whether both are strong and the same: what `If-Match` needs (RFC 9110 §8.8.3.2).
  public func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && value == other.value
  }

  /// Whether both have the same text: enough for `If-None-Match`.
  public func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }

  /// The tag as it goes on the wire.
  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }
}
