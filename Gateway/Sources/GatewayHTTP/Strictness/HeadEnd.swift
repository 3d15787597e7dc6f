/// Where a head ends: behind the first empty line.
enum HeadEnd {
  /// Not there yet; look on from this offset next time.
  case missing(resumeAt: Int)
  /// The head has so many bytes, the empty line included.
  case found(Int)
  /// A CR without LF, or an LF without CR.
  case broken

  static func find(in bytes: Span<UInt8>, from start: Int) -> HeadEnd {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        return .broken
      case UInt8(ascii: "\r"):
        // The LF may not have arrived; this CR is looked at again.
        guard index + 1 < bytes.count else { return .missing(resumeAt: index) }
        guard bytes[index + 1] == UInt8(ascii: "\n") else { return .broken }
        if index >= 2, bytes[index - 2] == UInt8(ascii: "\r") { return .found(index + 2) }
        index += 2
      default:
        index += 1
      }
    }
    return .missing(resumeAt: index)
  }
}
