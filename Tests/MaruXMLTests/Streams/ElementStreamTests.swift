import Foundation
import MaruXML
import Testing

@Suite("Streams of elements")
struct ElementStreamTests {
  private let document = Array(
    """
    <?xml version="1.0"?><!-- c --><list xmlns:p="u">\r\n<head><item>no</item></head>
    <item n="1">a&amp;<b/>가</item><p:item>no</p:item><item/>
    <group><item>no</item></group><item xmlns="v">no</item>
    <item n="2"><item>inner</item><![CDATA[]]]]></item></list>\n<?end?>
    """.utf8)

  /// Elements that hold a text or nothing, which a whole document has a way of its own for.
  private let leaves = Array(
    """
    <list><n>가 a</n><item>12</item>
    <item><e></e><s> </s><t>]]</t><u>a&lt;b</u><v>x<!-- c --></v><w>1</w\n><x>a>b</x><y/></item>
    <item>a</item><it>\r\n</it><it>x\r\n</it><it><![CDATA[c]]></it><longer.name>z</longer.name></list>
    """.utf8)

  @Test(arguments: [1, 2, 3, 5, 16, 100, 10_000])
  func `elements at the path come whole, however the bytes are cut`(_ size: Int) throws {
    let trees = try StreamPieces.read(document, size: size, path: ["list", "item"])
    #expect(trees.map { $0[attribute: "n"] } == ["1", nil, "2"])
    #expect(trees.first?.fullText == "a&가")
    #expect(trees.last?["item"]?.text == "inner")
    #expect(trees.last?.text == "]]")
    let whole = try XMLTree(bytes: document)
    #expect(trees == whole.elements("item"))
    #expect(trees.map(\.position) == whole.elements("item").map(\.position))
    #expect(trees.first?.namespace(ofPrefix: "p") == "u")
    let roots = try StreamPieces.read(document, size: size, path: ["list"])
    #expect(roots == [whole])
    let deep = try StreamPieces.read(document, size: size, path: ["list", "group", "item"])
    #expect(deep.map(\.text) == ["no"])
    let other = try StreamPieces.read(
      document, size: size, path: ["list", XMLName("item", in: "u")])
    #expect(other.map(\.text) == ["no"])
  }

  @Test(arguments: [3, 64])
  func `every cut and corrupt document fails as a whole one does`(_ size: Int) {
    func compare(_ bytes: [UInt8]) {
      let whole = Result { () throws(XMLError) in try XMLTree(bytes: bytes) }
      let pieces = Result { () throws(XMLError) in
        try StreamPieces.read(bytes, size: size, path: ["list", "item"])
      }
      switch (whole, pieces) {
      case (.success(let tree), .success(let items)):
        #expect(items == (tree.name == "list" ? tree.elements("item") : []))
      case (.failure(let left), .failure(let right)):
        // Malformed bytes are found before anything else in a whole document.
        guard left.code != .malformedBytes, right.code != .malformedBytes else { return }
        #expect("\(left)" == "\(right)", "\(String(decoding: bytes, as: UTF8.self))")
      default:
        Issue.record("\(whole) but \(pieces): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    for (document, step) in [(document, 3), (leaves, 1)] {
      for length in 0...document.count { compare(Array(document[..<length])) }
      for index in stride(from: 0, to: document.count, by: step) {
        for byte: UInt8 in [0x3C, 0x3E, 0x26, 0x22, 0x2F, 0x20, document[index] ^ 1] {
          var corrupt = document
          corrupt[index] = byte
          compare(corrupt)
        }
      }
    }
  }

  @Test func `what comes before an error comes first`() {
    var splitter = XMLElementSplitter(path: ["l", "i"], options: XMLReadingOptions())
    splitter.feed(Array("<l><i>1</i><i>2</i><i>".utf8) + [0xFF])
    #expect(throws: Never.self) {
      let first = try splitter.next()
      let second = try splitter.next()
      #expect(first != nil && second != nil)
    }
    let error = #expect(throws: XMLError.self) { _ = try splitter.next() }
    #expect(error?.code == .malformedBytes)
    #expect(error?.position == XMLPosition(line: 1, column: 23, offset: 22))
  }

  @Test func `other encodings are read in pieces, too`() throws {
    let text = "<?xml version='1.0' encoding='utf-16'?><l><i>가😀</i><i>é</i></l>"
    let units: [[UInt8]] = text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units.joined()
    let korean =
      Array("<?xml version='1.0' encoding='euc-kr'?><l><i>".utf8) + [0xB0, 0xA1]
      + Array("</i></l>".utf8)
    for size in [1, 2, 3, 50] {
      let trees = try StreamPieces.read(wide, size: size, path: ["l", "i"])
      #expect(trees.map(\.text) == ["가😀", "é"])
      #expect(try StreamPieces.read(korean, size: size, path: ["l", "i"]).map(\.text) == ["가"])
    }
  }

  @Test func `a claim of a gigabyte stops at the limit`() {
    let limits = XMLLimits(documentBytes: 1 << 20, textBytes: 1 << 16)
    let piece = [UInt8](repeating: 0x78, count: 1 << 16)
    for start in ["<l><i a='", "<l><i>", "<l><!--", "<l><i><![CDATA[", "<l ", "<l><i"] {
      var splitter = XMLElementSplitter(
        path: ["l", "i"], options: XMLReadingOptions(limits: limits))
      splitter.feed(Array(start.utf8))
      var fed = 0
      let error = #expect(throws: XMLError.self) {
        while fed < 1 << 30 {
          if try splitter.next() == nil {
            splitter.feed(piece)
            fed += piece.count
          }
        }
      }
      #expect(error?.code == .limitExceeded, "\(start)")
      #expect(fed <= 1 << 22, "\(start)")
    }
  }

  @Test func `a stream is an asynchronous sequence`() async throws {
    let pieces = AsyncStream<[UInt8]> { continuation in
      for start in stride(from: 0, to: document.count, by: 10) {
        continuation.yield(Array(document[start..<min(start + 10, document.count)]))
      }
      continuation.finish()
    }
    var texts: [String] = []
    for try await tree in XMLElementStream(treesAt: "list", "item", in: pieces) {
      texts.append(tree.fullText)
    }
    #expect(texts == ["a&가", "", "inner]]"])
  }

  @Test(arguments: [1, 100, 65_536])
  func `a file is read in pieces`(_ size: Int) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "maru-xml-\(size).xml")
    try Data(document).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let pieces = XMLFileBytes(file, pieceBytes: size)
    var texts: [String] = []
    for try await tree in XMLElementStream(treesAt: "list", "item", in: pieces) {
      texts.append(tree.fullText)
    }
    #expect(texts == ["a&가", "", "inner]]"])
    let missing = XMLFileBytes(file.appending(path: "none"))
    var iterator = XMLElementStream(treesAt: "list", in: missing).makeAsyncIterator()
    await #expect(throws: (any Error).self) { _ = try await iterator.next() }
  }

  @Test func `behind an error there is nothing`() async throws {
    let pieces = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array("<l><i/></x>".utf8))
      continuation.yield(Array("<l><i/></l>".utf8))
      continuation.finish()
    }
    var iterator = XMLElementStream(treesAt: "l", "i", in: pieces).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first != nil)
    await #expect(throws: XMLError.self) { _ = try await iterator.next() }
    let last = try await iterator.next()
    #expect(last == nil)
  }
}
