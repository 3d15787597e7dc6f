package import Foundation

/// The form of moments in bodies and logs: UTC with milliseconds (RFC 3339 §5.6).
package enum RFC3339 {
  /// Writes a moment.
  package static func format(_ date: Date) -> String {
    var text: [UInt8] = []
    append(date, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  static func append(_ date: Date, to text: inout [UInt8]) {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    // Divides downwards, so that moments before 1970 come out right too.
    let fraction = Int((milliseconds % 1000 + 1000) % 1000)
    var seconds = time_t((milliseconds - Int64(fraction)) / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    append(Int(parts.tm_year) + 1900, digits: 4, before: "-", to: &text)
    append(Int(parts.tm_mon) + 1, digits: 2, before: "-", to: &text)
    append(Int(parts.tm_mday), digits: 2, before: "T", to: &text)
    append(Int(parts.tm_hour), digits: 2, before: ":", to: &text)
    append(Int(parts.tm_min), digits: 2, before: ":", to: &text)
    append(Int(parts.tm_sec), digits: 2, before: ".", to: &text)
    append(fraction, digits: 3, before: "Z", to: &text)
  }

  private static func append(
    _ number: Int, digits: Int, before separator: Unicode.Scalar, to text: inout [UInt8]
  ) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
    text.append(UInt8(ascii: separator))
  }
}
