/// The bytes of a resource from one on, as a `Range` asks for them (RFC 9110 §14.2).
public struct ByteRange: Hashable, Sendable, CustomStringConvertible {
  /// The first byte, from 0.
  public let first: Int

  /// Everything from a byte on; a negative one is the first.
  public init(from first: Int) {
    self.first = max(first, 0)
  }

  /// The range as it goes on the wire.
  public var description: String { "bytes=\(first)-" }
}

/// Which bytes of a resource an answer carries (RFC 9110 §14.4).
public enum ContentRange: Hashable, Sendable {
  /// These, of so many; nil if the server does not know how many there are.
  case part(ClosedRange<Int>, of: Int?)
  /// None of those that were asked for, of so many.
  case unsatisfied(of: Int)

  /// Reads a `Content-Range`; nil if it is none in bytes, or contradicts itself.
  public init?(_ text: String) {
    let words = FieldSyntax.trimmed(text[...]).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = FieldSyntax.trimmed(words[1])
      .split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let length = Self.number(halves[1])
    guard length != nil || halves[1] == "*" else { return nil }
    if halves[0] == "*" {
      guard let length else { return nil }
      self = .unsatisfied(of: length)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < length ?? .max
    else { return nil }
    self = .part(first...last, of: length)
  }

  private static func number(_ text: Substring) -> Int? {
    // 18 digits are an exabyte less than what an Int64 holds.
    guard (1...18).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
