import MaruXML
import Testing

@Suite("Encodings")
struct EncodingTests {
  private func bytes(_ text: String, _ encoding: XMLEncoding, mark: Bool = false) -> [UInt8] {
    switch encoding {
    case .utf16LittleEndian:
      (mark ? [0xFF, 0xFE] : []) + units(text, lowFirst: true)
    case .utf16BigEndian:
      (mark ? [0xFE, 0xFF] : []) + units(text, lowFirst: false)
    case .latin1, .ascii: text.unicodeScalars.map { UInt8($0.value) }
    default: (mark ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
    }
  }

  private func units(_ text: String, lowFirst: Bool) -> [UInt8] {
    let pairs: [[UInt8]] = text.utf16.map { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return lowFirst ? pair : pair.reversed()
    }
    return Array(pairs.joined())
  }

  private func read(
    _ bytes: [UInt8], _ source: XMLEncodingSource = .document
  ) throws(XMLError) -> XMLTree {
    try XMLTree(bytes: bytes, options: XMLReadingOptions(encoding: source))
  }

  private func code(_ bytes: [UInt8], _ source: XMLEncodingSource = .document) -> XMLError.Code? {
    do {
      _ = try read(bytes, source)
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [XMLEncoding.utf8, .utf16LittleEndian, .utf16BigEndian], [true, false])
  func `Unicode is read in all its forms, with and without a mark`(
    _ encoding: XMLEncoding, _ mark: Bool
  ) throws {
    let label = encoding == .utf8 ? "UTF-8" : "UTF-16"
    let text = "<?xml version='1.0' encoding='\(label)'?><가 b='é'>😀\u{10FFFD}가</가>"
    let tree = try read(bytes(text, encoding, mark: mark))
    #expect(tree.name == "가")
    #expect(tree[attribute: "b"] == "é")
    #expect(tree.text == "😀\u{10FFFD}가")
    #expect(try read(bytes("<a>x</a>", encoding, mark: mark)).text == "x")
  }

  @Test func `one byte may be one character`() throws {
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><a>caf\u{E9} \u{80}</a>"
    #expect(try read(bytes(latin, .latin1)).text == "café \u{80}")
    var windows = Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8)
    windows += [0x80, 0x93, 0xE9, 0x94] + Array("</a>".utf8)
    #expect(try read(windows).text == "€“é”")
    let ascii = "<?xml version='1.0' encoding='us-ascii'?><a>&#xE9;</a>"
    #expect(try read(bytes(ascii, .ascii)).text == "é")
    let broken = bytes("<?xml version='1.0' encoding='us-ascii'?>\n<a>\u{E9}</a>", .ascii)
    let error = #expect(throws: XMLError.self) { try read(broken) }
    #expect(error?.code == .malformedBytes)
    #expect(error?.position == XMLPosition(line: 2, column: 4, offset: 45))
  }

  @Test(arguments: [
    "euc-kr", "EUC-KR", "ks_c_5601-1987", "ksc5601", "cp949", "ms949", "windows-949", "uhc",
  ])
  func `every label of EUC-KR means CP949`(_ label: String) throws {
    // 한글 in EUC-KR's part, 똠 and the first of the extension in Microsoft's.
    let bytes =
      Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><a b=\"".utf8) + [0xC7, 0xD1, 0xB1, 0xDB]
      + Array("\">".utf8) + [0x8C, 0x63, 0x81, 0x41, 0xC8, 0xFE] + Array("</a>".utf8)
    let tree = try read(bytes)
    #expect(tree[attribute: "b"] == "한글")
    #expect(tree.text == "똠갂힝")
  }

  @Test func `what means nothing in CP949 is an error where it is`() {
    let start = Array("<?xml version='1.0' encoding='euc-kr'?><a>가".utf8.prefix(42))
    for wrong: [UInt8] in [[0x80], [0xFF, 0x41], [0xB0, 0x20], [0xC9, 0xA1], [0xB0]] {
      let bytes = start + [0xB0, 0xA1] + wrong + Array("</a>".utf8)
      let error = #expect(throws: XMLError.self) { try read(bytes) }
      #expect(error?.code == .malformedBytes, "\(wrong)")
      #expect(error?.position == XMLPosition(line: 1, column: 44, offset: 44), "\(wrong)")
    }
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF0, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3],
  ])
  func `malformed UTF-8 is an error with its offset`(_ wrong: [UInt8]) {
    for place in ["<a>가나다라마바사아자차", "<a r", "<a b='", "<a><!-- ", "<"] {
      let bytes = Array(place.utf8) + wrong + Array(">x</a>".utf8)
      let error = #expect(throws: XMLError.self) { try read(bytes) }
      #expect(error?.code == .malformedBytes)
      #expect(error?.position?.offset == place.utf8.count)
    }
  }

  @Test func `malformed UTF-16 is an error with its offset`() {
    for unit: UInt16 in [0xD800, 0xDC00, 0xDBFF] {
      let bytes =
        bytes("<a>x", .utf16LittleEndian, mark: true) + [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        + self.bytes("</a>", .utf16LittleEndian)
      let error = #expect(throws: XMLError.self) { try read(bytes) }
      #expect(error?.code == .malformedBytes)
      #expect(error?.position == XMLPosition(line: 1, column: 5, offset: 10))
    }
    #expect(code(bytes("<a/>", .utf16BigEndian, mark: true) + [0]) == .malformedBytes)
  }

  @Test func `who says the encoding is asked in the stated order`() throws {
    let declared = bytes("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{E9}</a>", .latin1)
    let utf8 = bytes("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", .utf8)
    #expect(try read(declared).text == "é")
    // A message's parameter goes before the declaration, a mark before both, the caller before all.
    #expect(try read(utf8, .charset("utf-8")).text == "é")
    #expect(code(declared, .charset("utf-8")) == .malformedBytes)
    #expect(try read(utf8, .imposed(.latin1)).text == "Ã©")
    let marked = bytes("<a>é</a>", .utf8, mark: true)
    #expect(try read(marked, .charset("iso-8859-1")).text == "é")
    #expect(code(marked, .imposed(.latin1)) == .notXML)
    #expect(try read(marked, .imposed(.utf8)).text == "é")
    #expect(try read(bytes("<a>é</a>", .utf16BigEndian), .charset("utf-16")).text == "é")
    #expect(try XMLTree("<?xml version='1.0' encoding='euc-kr'?><a>가</a>").text == "가")
  }

  @Test func `a mark and a declaration that differ are an error`() {
    let asLatin = bytes("<?xml version='1.0' encoding='iso-8859-1'?><a/>", .utf8, mark: true)
    #expect(code(asLatin) == .encodingConflict)
    let asUTF8 = bytes("<?xml version='1.0' encoding='utf-8'?><a/>", .utf16BigEndian, mark: true)
    #expect(code(asUTF8) == .encodingConflict)
    #expect(code(bytes("<?xml version='1.0' encoding='utf-16'?><a/>", .utf8)) == .encodingConflict)
    let order = "<?xml version='1.0' encoding='utf-16be'?><a/>"
    #expect(code(bytes(order, .utf16LittleEndian, mark: true)) == .encodingConflict)
    #expect(code(bytes(order, .utf16BigEndian, mark: true)) == nil)
  }

  @Test func `an unknown encoding is named`() {
    let unknown = bytes("<?xml version='1.0' encoding='x-none'?><a/>", .utf8)
    let error = #expect(throws: XMLError.self) { try read(unknown) }
    #expect(error?.code == .unknownEncoding)
    #expect(error?.found == "x-none")
    #expect(code(bytes("<a/>", .utf8), .charset("shift_jis")) == .unknownEncoding)
    #expect(code([0x00, 0x00, 0xFE, 0xFF, 0, 0, 0, 0x3C]) == .unknownEncoding)
    #expect(code([0x4C, 0x6F, 0xA7, 0x94, 0x93]) == .unknownEncoding)
  }

  @Test func `places count bytes of the document as it came`() {
    let text = "<a>\r\n가나<b></a>"
    let expected: [(XMLEncoding, Int)] = [
      (.utf8, 14), (.utf16LittleEndian, 20), (.utf16BigEndian, 20),
    ]
    for (encoding, offset) in expected {
      let error = #expect(throws: XMLError.self) {
        try read(bytes(text, encoding), .imposed(encoding))
      }
      #expect(error?.position == XMLPosition(line: 2, column: 6, offset: offset))
    }
    let korean = Array("<a>\r\n".utf8) + [0xB0, 0xA1, 0xB3, 0xAA] + Array("<b></a>".utf8)
    let error = #expect(throws: XMLError.self) { try read(korean, .charset("euc-kr")) }
    #expect(error?.position == XMLPosition(line: 2, column: 6, offset: 12))
  }
}
