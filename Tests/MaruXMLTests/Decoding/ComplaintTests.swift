import Foundation
import MaruXML
import Testing

/// What people complained about elsewhere, each with the right result.
struct ComplaintTests {
  private let decoder = XMLDecoder()

  @Test func `one element is a list of one`() throws {
    struct Shelf: Decodable { let jar: [Int] }
    let shelf = try decoder.decode(Shelf.self, from: "<shelf><jar>7</jar></shelf>")
    #expect(shelf.jar == [7])
  }

  @Test(arguments: ["<rig><racks/></rig>", "<rig><racks></racks></rig>", "<rig/>"])
  func `a list of keyed values is empty if its element has nothing in it, or is missing`(
    _ text: String
  ) throws {
    struct Rack: Decodable, Equatable { let slots: Int? }
    struct Rig: Decodable { let racks: [Rack] }
    #expect(try decoder.decode(Rig.self, from: text).racks == [])
  }

  @Test func `an element with an attribute is an item, though it is empty`() throws {
    struct Rack: Decodable, Equatable { let slots: Int? }
    struct Rig: Decodable { let racks: [Rack] }
    let rig = try decoder.decode(Rig.self, from: #"<rig><racks slots="3"/></rig>"#)
    #expect(rig.racks == [Rack(slots: 3)])
  }

  @Test func `a root without children is an empty list`() throws {
    struct Extra: Decodable, Equatable { let name: String }
    let extras = try decoder.decode([Extra].self, from: #"<extras type="array"/>"#)
    #expect(extras == [])
  }

  @Test func `an empty element is nil for optionals that are no strings`() throws {
    struct Unit: Decodable, Equatable { let name: String? }
    struct Job: Decodable {
      let due: Date?
      let count: Int?
      let done: Bool?
      let page: URL?
      let price: Decimal?
      let unit: Unit?
      let share: Double?
      let raw: Data?
    }
    let names = ["due", "count", "done", "page", "price", "unit", "share", "raw"]
    for empty in ["<N/>", "<N></N>", "<N> \n </N>"] {
      let body = names.map { empty.replacingOccurrences(of: "N", with: $0) }.joined()
      let job = try decoder.decode(Job.self, from: "<job>\(body)</job>")
      #expect(job.due == nil && job.count == nil && job.done == nil && job.page == nil)
      #expect(job.price == nil && job.unit == nil && job.share == nil && job.raw == nil)
    }
  }

  @Test func `white space that a reference stands for is text, and no layout`() throws {
    struct Job: Decodable { let count: Int? }
    struct Line: Decodable, XMLShaped {
      let text: String
      static let xmlShape = XMLShape(roles: [CodingKeys.text: .text])
      enum CodingKeys: String, CodingKey { case text }
    }
    var decoder = XMLDecoder()
    decoder.options.doctype = .internalSubset()
    let type = "<!DOCTYPE j [<!ENTITY e '&#32;'><!ENTITY f '&#32;<b/>'>]>"
    for (text, isLayout) in [
      (" <b/>", true), ("&#32;<b/>", false), ("&e;<b/>", false), ("&f;", false),
    ] {
      let line = try decoder.decode(Line.self, from: type + "<j>\(text)</j>")
      #expect(line.text == (isLayout ? "" : " "), "\(text)")
    }
    for (text, isLayout) in [(" ", true), ("&#32;", false), ("&e;", false)] {
      let job = try? decoder.decode(Job.self, from: type + "<j><count>\(text)</count></j>")
      #expect((job != nil) == isLayout, "\(text)")
    }
  }

  @Test func `an empty element is an empty string, or nil by strategy`() throws {
    struct Unit: Decodable { let memo: String? }
    #expect(try decoder.decode(Unit.self, from: "<unit><memo/></unit>").memo == "")
    var strict = decoder
    strict.stringStrategy.emptyOptional = .none
    #expect(try strict.decode(Unit.self, from: "<unit><memo/></unit>").memo == nil)
    #expect(try strict.decode(Unit.self, from: "<unit><memo> </memo></unit>").memo == " ")
  }

  @Test func `an empty element is an empty string if there must be one`() throws {
    struct Tag: Decodable { let kind: String }
    #expect(try decoder.decode(Tag.self, from: "<tag><kind></kind></tag>").kind == "")
  }

  @Test func `text is exact, and white space in references stays even if trimmed`() throws {
    let text = "<m>Tom &amp; Ann&#xD;&#10;</m>"
    #expect(try decoder.decode(String.self, from: text) == "Tom & Ann\r\n")
    var trimming = decoder
    trimming.stringStrategy.whitespace = .trimmed
    #expect(try trimming.decode(String.self, from: text) == "Tom & Ann\r\n")
    #expect(
      try trimming.decode(String.self, from: "<m> \n&#32; Tom &amp; Ann&#xD;&#10; \t</m>")
        == "  Tom & Ann\r\n")
    #expect(try trimming.decode(String.self, from: "<m> <![CDATA[ a ]]> b </m>") == " a  b")
    #expect(try trimming.decode(String.self, from: "<m> \r\n </m>") == "")
    #expect(try trimming.decode(String.self, from: "<m>a \r\n</m>") == "a")
  }

  @Test func `text around a CDATA section is kept`() throws {
    #expect(try decoder.decode(String.self, from: "<m>a<![CDATA[b]]>c</m>") == "abc")
    #expect(try decoder.decode(String.self, from: "<m>a<!-- x -->b<?p?>c</m>") == "abc")
  }

  @Test func `markup in a CDATA section is text`() throws {
    #expect(
      try decoder.decode(String.self, from: "<t><![CDATA[<b>hi</b>]]></t>") == "<b>hi</b>")
  }

  @Test func `a document of more than ten million bytes is read`() throws {
    let row = "<row>" + String(repeating: "x", count: 995) + "</row>"
    let text = "<doc>" + String(repeating: row, count: 10_000) + "</doc>"
    #expect(text.utf8.count > 10_000_000)
    struct Doc: Decodable { let row: [String] }
    #expect(try decoder.decode(Doc.self, from: text).row.count == 10_000)
  }

  @Test func `a wrong end tag is named with its place`() throws {
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode([String].self, from: "<doc><row>1</doc>")
    }
    #expect(error.code == .notWellFormed)
    #expect(error.position?.line == 1 && error.position?.column == 12)
    #expect("\(error)".contains("doc") && "\(error)".contains("row"))
  }

  @Test func `a byte that is no UTF-8 is an error with its offset`() throws {
    let bytes: [UInt8] = Array("<a r".utf8) + [0xFF] + Array("=\"1\"/>".utf8)
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode(String.self, from: bytes)
    }
    #expect(error.code == .malformedBytes && error.position?.offset == 4)
  }

  @Test func `a document type declaration is refused, or accepted if asked for`() throws {
    let text = "<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED>]><a/>"
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode(String.self, from: text)
    }
    #expect(error.code == .doctypeRefused)
    var lenient = decoder
    lenient.options.doctype = .internalSubset()
    #expect(try lenient.decode(String.self, from: text) == "")
  }

  enum Piece: Codable, Equatable {
    case a(Int)
    case b(Int)
  }

  @Test func `ordered choices keep their order, in a structure and as the root`() throws {
    struct Content: Decodable, XMLShaped {
      let pieces: [Piece]
      enum CodingKeys: CodingKey { case pieces }
      static let xmlShape = XMLShape(roles: [CodingKeys.pieces: .content])
    }
    let text = "<set><a>1</a><b>2</b><a>3</a></set>"
    #expect(try decoder.decode(Content.self, from: text).pieces == [.a(1), .b(2), .a(3)])
    #expect(try decoder.decode([Piece].self, from: text) == [.a(1), .b(2), .a(3)])
  }

  @Test func `a case without a payload is an empty element`() throws {
    enum Scope: String, Codable { case unused }
    enum LockScope: Decodable, Equatable { case shared, exclusive }
    struct Lock: Decodable { let scope: LockScope }
    let lock = try decoder.decode(
      Lock.self, from: "<lock><scope><shared/></scope></lock>")
    #expect(lock.scope == .shared)
  }

  struct Cost: Codable, Equatable, XMLShaped {
    var unit: String
    var amount: Decimal
    static let xmlShape = XMLShape(
      "cost", roles: [CodingKeys.unit: .attribute, CodingKeys.amount: .text])
  }

  @Test func `one type with a text beside an attribute serves JSON and XML`() throws {
    let cost = Cost(unit: "KRW", amount: 5)
    #expect(try decoder.decode(Cost.self, from: #"<cost unit="KRW">5</cost>"#) == cost)
    let json = try JSONEncoder().encode(cost)
    #expect(try JSONDecoder().decode(Cost.self, from: json) == cost)
    let object = try JSONDecoder().decode([String: AnyText].self, from: json)
    #expect(Set(object.keys) == ["unit", "amount"])
  }

  private struct AnyText: Decodable { init(from decoder: any Decoder) {} }

  @Test func `layout does not touch a text beside an attribute`() throws {
    var encoder = XMLEncoder()
    encoder.indentation = 2
    encoder.writesDeclaration = false
    struct Bill: Encodable { let cost: [Cost] }
    let text = try encoder.text(Bill(cost: [Cost(unit: "KRW", amount: 5)]), root: "bill")
    #expect(text.hasPrefix("<bill>\n  <cost unit=\"KRW\">5</cost>\n</bill>"))
  }

  @Test func `line ends and tabs in attributes are written as references`() throws {
    struct Note: Codable, Equatable, XMLShaped {
      var text: String
      static let xmlShape = XMLShape("note", roles: [CodingKeys.text: .attribute])
    }
    var encoder = XMLEncoder()
    encoder.writesDeclaration = false
    let note = Note(text: "a\nb\tc\rd")
    let written = try encoder.text(note)
    #expect(written == #"<note text="a&#10;b&#9;c&#13;d"/>"#)
    #expect(try decoder.decode(Note.self, from: written) == note)
  }

  struct Envelope: Codable, Equatable, XMLShaped {
    struct Body: Codable, Equatable, XMLShaped {
      var ask: Ask
      static let xmlShape = XMLShape(roles: [CodingKeys.ask: .element(XMLName("Ask", in: "u2"))])
    }
    struct Ask: Codable, Equatable { var what: String? }
    var body: Body
    static let xmlShape = XMLShape(
      "Envelope", in: "u1", prefixes: ["s": "u1"], roles: [CodingKeys.body: .element("Body")])
  }

  @Test func `namespaces are told apart and written, whatever the prefixes`() throws {
    let ask = Envelope(body: .init(ask: .init(what: nil)))
    for text in [
      #"<s:Envelope xmlns:s="u1"><s:Body><q:Ask xmlns:q="u2"/></s:Body></s:Envelope>"#,
      #"<Envelope xmlns="u1"><Body><Ask xmlns="u2"/></Body></Envelope>"#,
      #"<x:Envelope xmlns:x="u1" xmlns:y="u2"><x:Body><y:Ask/></x:Body></x:Envelope>"#,
    ] {
      #expect(try decoder.decode(Envelope.self, from: text) == ask)
    }
    let wrong = #"<s:Envelope xmlns:s="u1"><s:Body><s:Ask/></s:Body></s:Envelope>"#
    #expect(throws: XMLError.self) { _ = try decoder.decode(Envelope.self, from: wrong) }
    var encoder = XMLEncoder()
    encoder.writesDeclaration = false
    #expect(
      try encoder.text(ask)
        == #"<s:Envelope xmlns:s="u1"><s:Body><Ask xmlns="u2"/></s:Body></s:Envelope>"#)
  }

  @Test func `a name in another namespace is not the key's`() throws {
    struct Item: Decodable { let title: String }
    let text = #"<r xmlns:m="u"><m:title>x</m:title><title>y</title></r>"#
    #expect(try decoder.decode(Item.self, from: text).title == "y")
  }

  @Test func `a prefix is not put behind the name`() throws {
    let tree = try decoder.decode(XMLTree.self, from: #"<it:image xmlns:it="i" href="u"/>"#)
    #expect(tree.name == XMLName("image", in: "i") && tree.prefix == "it")
  }

  enum Inline: Codable, Equatable, XMLShaped {
    case text(String)
    case b(String)
    static let xmlShape = XMLShape(roles: [CodingKeys.text: .text])
  }

  @Test func `mixed content keeps its order`() throws {
    struct Paragraph: Decodable, XMLShaped {
      let parts: [Inline]
      enum CodingKeys: CodingKey { case parts }
      static let xmlShape = XMLShape(roles: [CodingKeys.parts: .content])
    }
    let paragraph = try decoder.decode(
      Paragraph.self, from: "<p>one <b>two</b> th<![CDATA[r]]>ee</p>")
    #expect(paragraph.parts == [.text("one "), .b("two"), .text(" three")])
  }

  @Test func `a wrong number is told with type, text, path and place`() throws {
    struct Inner: Decodable { let n: Int }
    struct Middle: Decodable { let inner: [Inner] }
    struct Outer: Decodable { let mid: Middle }
    let text = "<o><mid>\n<inner><n>1</n></inner>\n <inner><n>zz</n></inner></mid></o>"
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode(Outer.self, from: text)
    }
    #expect(error.code == .typeMismatch && error.expected == "Int" && error.excerpt == "zz")
    #expect("\(error)".contains("mid.inner[1].n"))
    #expect(!"\(error)".contains("zz"))
    #expect(error.position == XMLPosition(line: 3, column: 9, offset: 41))
  }

  @Test func `a syntax error has line, column, excerpt and a reason`() throws {
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode(String.self, from: "<a>\n  <b x=1/></a>")
    }
    #expect(error.code == .notWellFormed && error.position?.line == 2)
    #expect(error.position?.column == 8 && error.excerpt?.isEmpty == false)
    #expect(!error.expected.isEmpty && !error.found.isEmpty)
  }

  @Test func `an entity of the document's own is an error, or its text if asked for`() throws {
    let text = #"<!DOCTYPE a [<!ENTITY co "Acme">]><a>&co; Ltd</a>"#
    #expect(throws: XMLError.self) { _ = try decoder.decode(String.self, from: text) }
    var lenient = decoder
    lenient.options.doctype = .internalSubset()
    #expect(try lenient.decode(String.self, from: text) == "Acme Ltd")
  }

  @Test func `a root may be a string`() throws {
    var encoder = XMLEncoder()
    encoder.writesDeclaration = false
    #expect(try encoder.text("hi", root: "r") == "<r>hi</r>")
    #expect(try encoder.text("hi") == "<String>hi</String>")
    #expect(try encoder.text([1, 2], root: "r") == "<r><item>1</item><item>2</item></r>")
  }

  @Test func `what no document can hold is refused with its path`() throws {
    struct One: Encodable { let b: String }
    struct Outer: Encodable { let one: [One] }
    let error = try #require(throws: XMLError.self) {
      _ = try XMLEncoder().text(Outer(one: [One(b: "a"), One(b: "a\u{1}b")]))
    }
    #expect(error.code == .unwritable && "\(error)".contains("one[1].b"))
    #expect("\(error)".contains("U+1"))
    let bad = try #require(throws: XMLError.self) {
      _ = try XMLEncoder().text(["bad key": 1])
    }
    #expect(bad.code == .unwritable && "\(bad)".contains("bad key"))
  }

  @Test func `attributes have the same rule at every level`() throws {
    struct Leaf: Codable, Equatable { var name: String }
    struct Root: Codable, Equatable {
      var id: Int
      var leaf: [Leaf]
    }
    var encoder = XMLEncoder()
    encoder.writesDeclaration = false
    encoder.shapes[Leaf.self] = XMLShape(roles: [NameKey.name: .attribute])
    encoder.shapes[Root.self] = XMLShape("root", roles: [NameKey.id: .attribute])
    let root = Root(id: 1, leaf: [Leaf(name: "a"), Leaf(name: "b")])
    let text = try encoder.text(root)
    #expect(text == #"<root id="1"><leaf name="a"/><leaf name="b"/></root>"#)
    #expect(try decoder.decode(Root.self, from: text) == root)
  }

  private enum NameKey: CodingKey { case id, name }

  @Test func `a second root is an error`() {
    #expect(throws: XMLError.self) { _ = try decoder.decode(String.self, from: "<a/><a/>") }
  }
}
