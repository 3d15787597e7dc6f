/// Digits as bytes.
enum Digits {
  static func has(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
