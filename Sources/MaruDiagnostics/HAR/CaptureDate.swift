internal import Foundation
internal import MaruHTTP

/// A moment as captures write it: ISO 8601 with any number of digits and any offset, or an HTTP date.
struct CaptureDate {
  let date: Date
  /// Whether it is written with a fraction of a second.
  let isFine: Bool

  init?(_ text: String) {
    if let moment = Self.iso(Array(text.utf8)) {
      self = moment
    } else if let date = HTTPDate.parse(text, reference: Date(timeIntervalSince1970: 1.6e9)) {
      self.init(date: date, isFine: false)
    } else {
      return nil
    }
  }

  private init(date: Date, isFine: Bool) {
    (self.date, self.isFine) = (date, isFine)
  }

  /// `2026-03-02T09:00:00.1234567+09:00`; without an offset it counts as UTC (RFC 3339 §5.6).
  private static func iso(_ bytes: [UInt8]) -> CaptureDate? {
    var next = 0
    func number(_ digits: Int) -> Int? {
      guard next + digits <= bytes.count else { return nil }
      let part = bytes[next..<(next + digits)]
      guard part.allSatisfy(Digits.has) else { return nil }
      next += digits
      return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    func mark(_ any: String) -> UInt8? {
      guard next < bytes.count, any.utf8.contains(bytes[next]) else { return nil }
      defer { next += 1 }
      return bytes[next]
    }
    guard let year = number(4), mark("-") != nil, let month = number(2), mark("-") != nil,
      let day = number(2), let days = CivilDay.count(year: year, month: month, day: day)
    else { return nil }
    var seconds = Double(days * 86_400)
    guard mark("Tt ") != nil else {
      return next == bytes.count ? at(seconds, isFine: false) : nil
    }
    guard let hour = number(2), mark(":") != nil, let minute = number(2), hour < 25, minute < 60
    else { return nil }
    seconds += Double(hour * 3_600 + minute * 60)
    var isFine = false
    if mark(":") != nil {
      guard let second = number(2), second < 61 else { return nil }
      seconds += Double(second)
      if mark(".,") != nil {
        var scale = 0.1
        while let digit = number(1) {
          seconds += Double(digit) * scale
          scale /= 10
          isFine = true
        }
      }
    }
    _ = mark(" ")
    guard let zone = mark("Zz+-") else {
      return next == bytes.count ? at(seconds, isFine: isFine) : nil
    }
    if zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-") {
      guard let hours = number(2) else { return nil }
      _ = mark(":")
      let offset = Double(hours * 3_600 + (number(2) ?? 0) * 60)
      seconds += zone == UInt8(ascii: "+") ? -offset : offset
    }
    return next == bytes.count ? at(seconds, isFine: isFine) : nil
  }

  private static func at(_ seconds: Double, isFine: Bool) -> CaptureDate {
    CaptureDate(date: Date(timeIntervalSince1970: seconds), isFine: isFine)
  }
}
