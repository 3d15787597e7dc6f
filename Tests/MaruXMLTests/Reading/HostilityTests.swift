import MaruXML
import Testing

@Suite("Hostile documents")
struct HostilityTests {
  private func code(_ document: String, _ limits: XMLLimits = XMLLimits()) -> XMLError.Code? {
    do {
      _ = try XMLTree(document, options: XMLReadingOptions(limits: limits))
      return nil
    } catch { return error.code }
  }

  @Test func `depth is bounded, and no depth overflows the stack`() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    let closed = deep + String(repeating: "</a>", count: 100_000)
    #expect(code(deep) == .limitExceeded)
    #expect(code(closed) == .limitExceeded)
    let open = XMLReadingOptions(limits: XMLLimits(depth: .max))
    let tree = try XMLTree(closed, options: open)
    #expect(tree.fullText == "")
    #expect(tree == tree["a"].map { _ in tree })
    #expect(try XMLTree(bytes: tree.write(), options: open) == tree)
    #expect(tree.json().count > 100_000)
    #expect(throws: XMLError.self) { try XMLTree(deep, options: open) }
  }

  @Test func `a row of very many records grows and keeps what it has`() throws {
    // More records than are made room for at first, and room in the system's large pages.
    let count = 270_000
    var text = "<r>"
    for number in 0..<count { text += number.isMultiple(of: 1000) ? "<b/>" : "<a/>" }
    let tree = try XMLTree(text + "</r>")
    #expect(tree.elements("a").count == count - count / 1000)
    #expect(tree.elements("b").count == count / 1000)
    #expect(tree.elements("b").last?.position.offset == 3 + 4 * (count - 1000))
  }

  @Test func `every limit is an error of its own kind`() {
    #expect(code("<a><b/></a>", XMLLimits(depth: 1)) == .limitExceeded)
    #expect(code("<a><b/></a>", XMLLimits(depth: 2)) == nil)
    #expect(code("<a b='1' c='2'/>", XMLLimits(attributes: 1)) == .limitExceeded)
    #expect(code("<abc/>", XMLLimits(nameBytes: 2)) == .limitExceeded)
    #expect(code("<a><b/></a>", XMLLimits(names: 1)) == .limitExceeded)
    #expect(code("<a>xyz</a>", XMLLimits(textBytes: 2)) == .limitExceeded)
    #expect(code("<a>   <b/></a>", XMLLimits(textBytes: 2)) == .limitExceeded)
    #expect(code("<a b='xyz'/>", XMLLimits(textBytes: 2)) == .limitExceeded)
    #expect(code("<a><!--xyz--></a>", XMLLimits(textBytes: 2)) == .limitExceeded)
    #expect(code("<a><?x xyz?></a>", XMLLimits(textBytes: 2)) == .limitExceeded)
    #expect(code("<a><![CDATA[xyz]]></a>", XMLLimits(textBytes: 2)) == .limitExceeded)
    #expect(code("<a>x<b/>y</a>", XMLLimits(records: 3)) == .limitExceeded)
    #expect(code("<a></a>", XMLLimits(documentBytes: 6)) == .limitExceeded)
    #expect(code("<a></a>", XMLLimits(documentBytes: 7)) == nil)
  }

  @Test(arguments: ["\n\n<a>x</a>", "\n\n<a>x<!----></a>", "\n\n<a> </a>", "\n\n<a>x&lt;</a>"])
  func `one record too many is told where its text begins`(_ document: String) {
    let options = XMLReadingOptions(limits: XMLLimits(records: 1))
    let whole = #expect(throws: XMLError.self) { try XMLTree(document, options: options) }
    #expect(whole?.code == .limitExceeded)
    #expect(whole?.position == XMLPosition(line: 3, column: 4, offset: 5))
    let pieces = #expect(throws: XMLError.self) {
      try StreamPieces.read(Array(document.utf8), size: 3, path: ["a"], options: options)
    }
    #expect(pieces?.position == whole?.position)
  }

  @Test func `what has no limit can be read, in pieces too, and written`() throws {
    let options = XMLReadingOptions(
      limits: XMLLimits(
        documentBytes: .max, depth: .max, attributes: .max, nameBytes: .max, names: .max,
        textBytes: .max, records: .max))
    let text = "<r a='1'>x<!-- c --><?p i?><long_name_of_an_item>가</long_name_of_an_item></r>"
    let tree = try XMLTree(text, options: options)
    for size in 1...3 {
      let read = try StreamPieces.read(
        Array(text.utf8), size: size, path: ["r"], options: options)
      #expect(read == [tree])
      #expect(throws: XMLError.self) {
        try StreamPieces.read(
          Array(text.utf8.dropLast()), size: size, path: ["r"], options: options)
      }
    }
    var encoder = XMLEncoder()
    encoder.maximumDepth = .max
    var decoder = XMLDecoder(options: options)
    decoder.maximumPathLength = .max
    let values = [["a": [1, 2]], [:]]
    #expect(try decoder.decode([[String: [Int]]].self, from: encoder.text(values)) == values)
  }

  @Test func `names that would grow without end stop at a limit`() {
    var names = "<a>"
    for number in 0..<70_000 { names += "<n\(number)/>" }
    #expect(code(names + "</a>") == .limitExceeded)
    var namespaces = "<a>"
    for number in 0..<70_000 { namespaces += "<b xmlns='u\(number)'/>" }
    #expect(code(namespaces + "</a>") == .limitExceeded)
  }

  /// Documents with something of everything.
  static let corpus = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone='no'?>\n<!-- c -->\n<r xmlns:p='u' p:a='1&lt;2' b=\"x\ty\">t&amp;&#xAC00;<p:e/><![CDATA[<x>]]]]>가<?pi d?>\r\n<q xmlns='v'>z</q></r>\n<?end?>",
    "<!DOCTYPE r [<!ENTITY e 'x<b>y</b>'><!ELEMENT r (#PCDATA|b)*><!ATTLIST r c CDATA '&e2;' d NMTOKENS #IMPLIED><!ENTITY % p '<!NOTATION n SYSTEM \"s\">'>%p;<?x y?><!-- z -->]><r d=' 1  2 '>&e;</r>",
    "<!DOCTYPE r [<!ENTITY e2 'v'><!ENTITY e '&e2;&e2;'><!ATTLIST r c CDATA '&e2;'>]><r d='&e;'>&e;&e;</r>",
  ].map { Array($0.utf8) }

  private func survive(_ bytes: [UInt8]) {
    for policy in [XMLDoctypePolicy.reject, .skip, .internalSubset()] {
      let options = XMLReadingOptions(doctype: policy, keepsComments: true, keepsInstructions: true)
      guard let tree = try? XMLTree(bytes: bytes, options: options) else { continue }
      // What was accepted can be written, and says the same again.
      let again = try? XMLTree(
        bytes: tree.write(),
        options: XMLReadingOptions(keepsComments: true, keepsInstructions: true))
      #expect(again == tree, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: 0..<3)
  func `no truncation does harm`(_ number: Int) {
    let bytes = Self.corpus[number]
    for length in 0..<bytes.count { survive(Array(bytes[..<length])) }
  }

  @Test(arguments: 0..<3)
  func `no corrupt byte does harm`(_ number: Int) {
    let bytes = Self.corpus[number]
    for index in bytes.indices {
      for byte: UInt8 in [
        0, 0x09, 0x0D, 0x20, 0x22, 0x26, 0x27, 0x2D, 0x2F, 0x3A, 0x3B, 0x3C, 0x3E, 0x3F, 0x5B, 0x5D,
        0x80, 0xC3, 0xFF, bytes[index] ^ 1, bytes[index] ^ 0x20,
      ] {
        var corrupt = bytes
        corrupt[index] = byte
        survive(corrupt)
      }
    }
  }

  @Test func `no two exchanged pieces do harm`() {
    for bytes in Self.corpus {
      for start in stride(from: 0, to: bytes.count, by: 3) {
        for length in [1, 5, 17] where start + 2 * length < bytes.count {
          var mixed = bytes
          mixed[start..<start + length] = bytes[start + length..<start + 2 * length]
          survive(mixed)
          mixed.removeSubrange(start..<start + length)
          survive(mixed)
        }
      }
    }
  }
}
