/// Where a request stands in a distributed trace (W3C Trace Context §3.2).
public struct TraceParent: Hashable, Sendable, CustomStringConvertible {
  /// The whole trace: 128 bits, never all zero.
  public let traceID: UInt128
  /// The span that sent the request: 64 bits, never zero.
  public let parentID: UInt64
  /// Whether the caller may have recorded the trace.
  public let isSampled: Bool

  /// Makes a trace's place; zeros, which the format forbids, become one.
  public init(traceID: UInt128, parentID: UInt64, isSampled: Bool = true) {
    self.traceID = max(traceID, 1)
    self.parentID = max(parentID, 1)
    self.isSampled = isSampled
  }

  /// Reads the header field; nil if it is not of a known shape.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].utf8.count == 2, parts[0] != "ff",
      parts[0] != "00" || parts.count == 4, parts[1].utf8.count == 32, parts[2].utf8.count == 16,
      parts[3].utf8.count == 2, parts.prefix(4).allSatisfy({ $0.utf8.allSatisfy(Self.isLowerHex) }),
      let trace = UInt128(parts[1], radix: 16), trace != 0,
      let parent = UInt64(parts[2], radix: 16), parent != 0, let flags = UInt8(parts[3], radix: 16)
    else { return nil }
    self.init(traceID: trace, parentID: parent, isSampled: flags & 1 == 1)
  }

  /// The field's value as it goes on the wire.
  public var description: String {
    "00-\(Self.hex(traceID, digits: 32))-\(Self.hex(parentID, digits: 16))-\(isSampled ? "01" : "00")"
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool {
    PercentEncoding.digit(byte) != nil && byte & 0x60 != 0x40
  }

  /// A number in lower-case hexadecimal of a fixed width.
  package static func hex(_ value: some FixedWidthInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
