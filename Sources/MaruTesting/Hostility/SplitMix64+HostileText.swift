extension SplitMix64 {
  /// Text that tries to be more than a value: separators, dots, triplets, control characters, Korean
  /// and emoji, up to so many pieces.
  ///
  /// For tests that whatever a user types stays one piece of a path, a query or a field.
  public mutating func hostileText(upTo limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...max(limit, 0), using: &self) {
      switch Int.random(in: 0..<8, using: &self) {
      case 0...3: scalars.append(Self.special[Int.random(in: Self.special.indices, using: &self)])
      case 4: scalars.append(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &self)))
      case 5: scalars.append(contentsOf: "%2F%2e%2E".unicodeScalars)
      // Neither range has a surrogate, so there is a scalar for each number.
      case 6: scalars.append(Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &self))!)
      default: scalars.append(Unicode.Scalar(UInt32.random(in: 0x1F300...0x1F9FF, using: &self))!)
      }
    }
    return String(scalars)
  }

  private static let special = Array("/?#%&=+;:@. \\\"'<>{}|^`~,!*()[]$-_\r\n\t\0".unicodeScalars)
}
