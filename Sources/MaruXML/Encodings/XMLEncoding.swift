/// An encoding that documents can be read in.
@nonexhaustive
public enum XMLEncoding: String, Sendable, Hashable, CaseIterable {
  /// What a document is in that says nothing.
  case utf8 = "UTF-8"
  /// Two bytes for most characters, the lower one first.
  case utf16LittleEndian = "UTF-16LE"
  /// Two bytes for most characters, the higher one first.
  case utf16BigEndian = "UTF-16BE"
  /// Bytes above 0x7F are malformed.
  case ascii = "US-ASCII"
  /// Each byte is the character of its number.
  case latin1 = "ISO-8859-1"
  /// ISO-8859-1 with other characters from 0x80 to 0x9F.
  case windows1252 = "windows-1252"
  /// EUC-KR with Microsoft's extension (Unified Hangul Code), which is what documents that name EUC-KR
  /// are in practice.
  case cp949 = "CP949"

  /// The encoding that a label names; nil if it is none of these. Case does not matter.
  ///
  /// `utf-16` names the little-endian form here; a byte order mark or the first bytes decide before.
  /// The labels of EUC-KR all name CP949. Unlike on the web, `us-ascii` and `iso-8859-1` are themselves
  /// and not windows-1252.
  ///
  /// Source: WHATWG Encoding, §4.2 (names and labels); `cp949`, `ms949` and `uhc` are added.
  public init?(label: String) {
    let label = label.lowercased()
    guard let encoding = Self.labels.first(where: { $0.value.contains(label) })?.key else {
      return nil
    }
    self = encoding
  }

  private static let labels: [XMLEncoding: Set<String>] = [
    .utf8: [
      "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
    ],
    .utf16LittleEndian: [
      "utf-16", "utf-16le", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff",
    ],
    .utf16BigEndian: ["utf-16be", "unicodefffe"],
    .ascii: ["us-ascii", "ascii", "ansi_x3.4-1968"],
    .latin1: [
      "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "iso-ir-100",
      "latin1", "l1", "csisolatin1", "cp819", "ibm819",
    ],
    .windows1252: ["windows-1252", "cp1252", "x-cp1252"],
    .cp949: [
      "euc-kr", "cseuckr", "csksc56011987", "iso-ir-149", "korean", "ks_c_5601-1987",
      "ks_c_5601-1989", "ksc5601", "ksc_5601", "windows-949", "cp949", "ms949", "uhc",
    ],
  ]

  /// Whether a label names this one, or UTF-16 without an order where this has one.
  func agrees(with label: String) -> Bool {
    guard let other = XMLEncoding(label: label) else { return false }
    return other == self || (self == .utf16BigEndian && Self.orderless.contains(label.lowercased()))
  }

  private static let orderless: Set<String> = [
    "utf-16", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode",
  ]
}
