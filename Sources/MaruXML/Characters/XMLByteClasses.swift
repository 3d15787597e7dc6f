/// What a byte can be, by one look into a table; the reader's loops run on it.
///
/// Bytes above 0x7F count as parts of names here. Whether they are is looked at once for each
/// different name.
@safe
struct XMLByteClasses: @unchecked Sendable {
  // @unchecked: the memory is written once, here, and never freed.
  private let table: UnsafePointer<UInt8>

  static let name: UInt8 = 1
  static let nameStart: UInt8 = 2
  static let space: UInt8 = 4
  /// Ends a plain attribute value: quotes, `<`, `&`, all white space but the blank.
  static let valueStop: UInt8 = 8

  static let shared = XMLByteClasses()

  private init() {
    // unsafe: 256 bytes are allocated and written, and a byte as an index can't lie outside.
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max {
      // unsafe: a byte is an index within 256.
      unsafe (table + Int(byte)).initialize(to: Self.classes(of: byte))
    }
    // unsafe: the table is only read from here on.
    unsafe self.table = UnsafePointer(table)
  }

  @inline(__always)
  subscript(_ byte: UInt8) -> UInt8 {
    // unsafe: the table has an entry for each byte.
    unsafe table[Int(byte)]
  }

  private static func classes(of byte: UInt8) -> UInt8 {
    var classes: UInt8 = 0
    let isHigh = byte >= 0x80
    if isHigh || XMLCharacters.startsName(UInt32(byte)) { classes |= nameStart }
    if isHigh || XMLCharacters.continuesName(UInt32(byte)) { classes |= name }
    if XMLCharacters.isSpace(byte) { classes |= space }
    if byte < 0x20 || "<&\"'".utf8.contains(byte) { classes |= valueStop }
    return classes
  }
}
