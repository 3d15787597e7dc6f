private import Foundation

/// What two bytes say in CP949, asked from Foundation once, at the first document that needs it.
///
/// Foundation decodes CP949 on all platforms, but tells of malformed bytes neither where they are nor
/// anything at all, and only for a whole text. A table of its own answers would be thirty times this
/// file; asking for each pair once takes some milliseconds and gives the same.
struct CP949Table: Sendable {
  static let shared = CP949Table()

  /// First bytes of two. 0xC9 and 0xFE are for characters of one's own, which say nothing to others.
  static let leads: ClosedRange<UInt8> = 0x81...0xFE
  private static let trails: ClosedRange<UInt8> = 0x41...0xFE
  /// Zero where a pair says nothing.
  private let scalars: [UInt16]

  private init() {
    // CFStringEncodings' kCFStringEncodingDOSKorean: with the extension, unlike EUC-KR's own number,
    // which takes 81 41 for two characters.
    let encoding = String.Encoding(rawValue: 0x8000_0422)
    var scalars: [UInt16] = []
    scalars.reserveCapacity(Self.leads.count * Self.trails.count)
    for lead in Self.leads {
      for trail in Self.trails {
        let text = String(bytes: [lead, trail], encoding: encoding)
        let found = text.map { Array($0.unicodeScalars) } ?? []
        let scalar = found.count == 1 ? found[0].value : 0
        let isPrivate = (0xE000...0xF8FF).contains(scalar) || scalar == 0xFFFD
        scalars.append(isPrivate || scalar < 0x80 ? 0 : UInt16(truncatingIfNeeded: scalar))
      }
    }
    self.scalars = scalars
  }

  /// The character of a pair; nil if it says nothing.
  func scalar(_ lead: UInt8, _ trail: UInt8) -> UInt16? {
    guard Self.leads.contains(lead), Self.trails.contains(trail) else { return nil }
    let scalar = scalars[
      Int(lead - Self.leads.lowerBound) * Self.trails.count + Int(trail - Self.trails.lowerBound)]
    return scalar == 0 ? nil : scalar
  }
}
