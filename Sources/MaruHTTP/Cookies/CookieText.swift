/// What cookies' texts are compared and checked by: bytes, since two ways to write one letter are
/// one text to Swift and two to a server.
enum CookieText {
  static func same(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
  }

  /// RFC 6265bis §5.6: a control that is not the tab ends the whole cookie.
  static func hasControl(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
  }

  /// Without the spaces and tabs at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }

  /// ASCII letters in small ones, all else as it is.
  static func folded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
  }

  static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// A name as a description shows it: a server can make it as long as it likes.
  static func shown(_ name: String) -> String {
    name.isEmpty ? "without a name" : "'\(String(name.unicodeScalars.prefix(64)))'"
  }
}
