import Foundation
import MaruXML
import Testing

struct EncoderTests {
  private var encoder: XMLEncoder {
    var encoder = XMLEncoder()
    encoder.writesDeclaration = false
    return encoder
  }

  @Test func `a document starts with its declaration unless told otherwise`() throws {
    #expect(
      try XMLEncoder().text(1, root: "n") == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<n>1</n>")
    #expect(try encoder.encode(1, root: "n") == Data("<n>1</n>".utf8))
  }

  @Test func `the root has the given name, the shape's, or the type's`() throws {
    struct Shelf: Encodable { var jar = [7] }
    struct Shaped: Encodable, XMLShaped { static let xmlShape = XMLShape("s", in: "u") }
    #expect(try encoder.text(Shelf()) == "<Shelf><jar>7</jar></Shelf>")
    #expect(try encoder.text(Shelf(), root: "shelf") == "<shelf><jar>7</jar></shelf>")
    #expect(try encoder.text(Shaped()) == #"<s xmlns="u"/>"#)
    #expect(try encoder.text([1]) == "<root><item>1</item></root>")
    #expect(throws: XMLError.self) { _ = try encoder.text(1, root: "a b") }
  }

  @Test func `what would be markup is escaped, and text is exact`() throws {
    struct Two: Codable, Equatable, XMLShaped {
      var a: String
      var b: String
      static let xmlShape = XMLShape("t", roles: [CodingKeys.a: .attribute])
    }
    let hard = " <&>\"' ]]> \r\n\t é 가 🐻 "
    let text = try encoder.text(Two(a: hard, b: hard))
    #expect(!text.utf8.contains(0x0D) && text.contains("&#13;"))
    #expect(try XMLDecoder().decode(Two.self, from: text) == Two(a: hard, b: hard))
  }

  @Test func `sections are written where asked for, and split where they would end`() throws {
    struct Post: Codable, Equatable, XMLShaped {
      var html: String
      var tags: [String]
      static let xmlShape = XMLShape(
        "post", roles: [CodingKeys.html: .element.cdata, CodingKeys.tags: .list(of: "tag").cdata])
    }
    let post = Post(html: "<b>]]>\r</b>", tags: ["<i>", ""])
    let text = try encoder.text(post)
    #expect(text.contains("<![CDATA[<b>") && text.contains("<tag><![CDATA[<i>]]></tag>"), "\(text)")
    #expect(try XMLDecoder().decode(Post.self, from: text) == post)
  }

  @Test func `attributes go into the start tag, however late they come`() throws {
    struct Late: Codable, Equatable, XMLShaped {
      var a: [Int]
      var b: ComplaintTests.Piece
      var id: Int
      var lang: String?
      static let xmlShape = XMLShape(
        "late",
        roles: [
          CodingKeys.id: .attribute,
          CodingKeys.lang: .attribute(
            XMLName("lang", in: "http://www.w3.org/XML/1998/namespace")),
        ])
    }
    let late = Late(a: [1, 2], b: .b(3), id: 4, lang: "ko")
    let text = try encoder.text(late)
    #expect(text == #"<late id="4" xml:lang="ko"><a>1</a><a>2</a><b><b>3</b></b></late>"#)
    #expect(try XMLDecoder().decode(Late.self, from: text) == late)
  }

  @Test func `an attribute can't hold a list or a structure, nor come twice`() {
    struct Bad: Encodable, XMLShaped {
      var x = [1]
      static let xmlShape = XMLShape(roles: [CodingKeys.x: .attribute])
      enum CodingKeys: CodingKey { case x }
    }
    struct Twice: Encodable, XMLShaped {
      var x = 1
      var y = 2
      enum CodingKeys: CodingKey { case x, y }
      static let xmlShape = XMLShape(
        roles: [CodingKeys.x: .attribute, CodingKeys.y: .attribute("x")])
    }
    #expect(throws: XMLError.self) { _ = try encoder.text(Bad()) }
    #expect(throws: XMLError.self) { _ = try encoder.text(Twice()) }
  }

  @Test func `nil is left out, marked or empty by strategy, and marked in lists`() throws {
    struct Some: Codable, Equatable {
      var a: Int?
      var b: String?
      var c: [Int?]
    }
    let some = Some(a: nil, b: nil, c: [1, nil])
    let xsi = #" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true""#
    #expect(try encoder.text(some) == "<Some><c>1</c><c\(xsi)/></Some>")
    var marking = encoder
    marking.nilStrategy = .marked
    #expect(try marking.text(some) == "<Some><a\(xsi)/><b\(xsi)/><c>1</c><c\(xsi)/></Some>")
    var empty = encoder
    empty.nilStrategy = .empty
    #expect(try empty.text(some) == "<Some><a/><b/><c>1</c><c\(xsi)/></Some>")
    for encoder in [encoder, marking] {
      #expect(try XMLDecoder().decode(Some.self, from: encoder.text(some)) == some)
    }
  }

  @Test func `containers may be written to in any order`() throws {
    struct Crossed: Codable, Equatable {
      var street: String
      var city: String
      var name: String
      var tags: [Int]
      enum Keys: CodingKey { case address, name, tags }
      enum AddressKeys: CodingKey { case street, city }
      init(street: String, city: String, name: String, tags: [Int]) {
        (self.street, self.city, self.name, self.tags) = (street, city, name, tags)
      }
      init(from decoder: any Decoder) throws {
        let all = try decoder.container(keyedBy: Keys.self)
        let address = try all.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
        var list = try all.nestedUnkeyedContainer(forKey: .tags)
        street = try address.decode(String.self, forKey: .street)
        city = try address.decode(String.self, forKey: .city)
        name = try all.decode(String.self, forKey: .name)
        tags = []
        while !list.isAtEnd { tags.append(try list.decode(Int.self)) }
      }
      func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: Keys.self)
        var address = all.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
        var list = all.nestedUnkeyedContainer(forKey: .tags)
        try all.encode(name, forKey: .name)
        try address.encode(street, forKey: .street)
        for tag in tags { try list.encode(tag) }
        try address.encode(city, forKey: .city)
      }
    }
    let crossed = Crossed(street: "s", city: "c", name: "n", tags: [1, 2])
    let text = try encoder.text(crossed)
    #expect(
      text
        == "<Crossed><address><street>s</street><city>c</city></address>"
        + "<tags>1</tags><tags>2</tags><name>n</name></Crossed>")
    #expect(try XMLDecoder().decode(Crossed.self, from: text) == crossed)
  }

  @Test func `a superclass has an element of its own`() throws {
    class Animal: Codable {
      var name = "a"
    }
    final class Dog: Animal {
      var legs = 4
      enum CodingKeys: CodingKey { case legs }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        legs = try container.decode(Int.self, forKey: .legs)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(legs, forKey: .legs)
        try super.encode(to: container.superEncoder())
      }
    }
    let dog = Dog()
    dog.name = "rex"
    let text = try encoder.text(dog)
    #expect(text == "<Dog><legs>4</legs><super><name>rex</name></super></Dog>")
    #expect(try XMLDecoder().decode(Dog.self, from: text).name == "rex")
  }

  @Test func `default namespaces are declared once and taken back where they end`() throws {
    struct Leaf: Codable, Equatable, XMLShaped {
      var v: Int
      var w: String
      enum CodingKeys: CodingKey { case v, w }
      static let xmlShape = XMLShape(
        in: "leaf", roles: [CodingKeys.w: .attribute(XMLName("w", in: "attributes"))])
    }
    struct Root: Codable, Equatable, XMLShaped {
      var leaf: [Leaf]
      var own: String
      enum CodingKeys: CodingKey { case leaf, own }
      static let xmlShape = XMLShape(
        "root", in: "root", prefixes: ["l": "leaf"],
        roles: [CodingKeys.leaf: .element(XMLName("leaf", in: "leaf"))])
    }
    let root = Root(leaf: [Leaf(v: 1, w: "x"), Leaf(v: 2, w: "")], own: "o")
    let text = try encoder.text(root)
    #expect(
      text
        == #"<root xmlns:l="leaf" xmlns="root">"#
        + #"<l:leaf xmlns:ns1="attributes" ns1:w="x"><l:v>1</l:v></l:leaf>"#
        + #"<l:leaf xmlns:ns1="attributes" ns1:w=""><l:v>2</l:v></l:leaf>"#
        + #"<own>o</own></root>"#)
    #expect(try XMLDecoder().decode(Root.self, from: text) == root)
  }

  @Test func `layout is only where white space is no text`() throws {
    struct Page: Codable, Equatable, XMLShaped {
      var title: String
      var parts: [ComplaintTests.Inline]
      var blank: String
      static let xmlShape = XMLShape("page", roles: [CodingKeys.parts: .content])
    }
    struct Book: Codable, Equatable {
      var page: [Page]
      var empty: [String]
    }
    let book = Book(
      page: [
        Page(title: " t ", parts: [.text("a "), .b(" b "), .b("c")], blank: " "),
        Page(title: "", parts: [], blank: "\n"),
      ], empty: [])
    var pretty = encoder
    pretty.indentation = 2
    let text = try pretty.text(book, root: "book")
    #expect(text.hasPrefix("<book>\n  <page><title> t </title>a <b> b </b>"))
    #expect(text.hasSuffix("\n  <page><title/><blank>\n</blank></page>\n</book>\n"))
    var decoder = XMLDecoder()
    decoder.shapes[Page.self] = Page.xmlShape
    let back = try decoder.decode(Book.self, from: text)
    #expect(back == book)
  }

  @Test func `values in each other beyond the limit are refused`() {
    final class Loop: Encodable {
      var next: Loop?
      init() { next = nil }
    }
    let loop = Loop()
    loop.next = loop
    defer { loop.next = nil }
    let error = #expect(throws: XMLError.self) { _ = try XMLEncoder().bytes(loop) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `a container that is used too late is refused`() throws {
    final class Keeper: Encodable {
      nonisolated(unsafe) static var kept: KeyedEncodingContainer<Keys>?  // one test uses it
      enum Keys: CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        Self.kept = encoder.container(keyedBy: Keys.self)
      }
    }
    _ = try XMLEncoder().bytes([Keeper()])
    #expect(throws: XMLError.self) { try Keeper.kept?.encode(1, forKey: .a) }
    Keeper.kept = nil
  }

  @Test func `a tree in a value is written as it is`() throws {
    struct Box: Codable { var any: XMLTree }
    let text = #"<Box><any a="1">x<b xmlns="u"><c xmlns=""/></b><![CDATA[<]]></any></Box>"#
    let box = try XMLDecoder().decode(Box.self, from: text)
    let written = try encoder.text(box)
    #expect(try XMLTree(written) == XMLTree(text))
    #expect(throws: (any Error).self) { _ = try JSONEncoder().encode(box) }
    #expect(throws: (any Error).self) {
      _ = try JSONDecoder().decode(Box.self, from: Data(#"{"any":{}}"#.utf8))
    }
  }

  @Test func `an enum can name the root`() throws {
    struct Fault: Codable, Equatable { var why: String }
    enum Answer: Codable, Equatable {
      case ok(Int)
      case fault(Fault)
    }
    for answer in [Answer.ok(1), .fault(Fault(why: "x"))] {
      let bytes = try encoder.bytes(oneOf: answer)
      #expect(try XMLDecoder().decode(oneOf: Answer.self, from: bytes) == answer)
    }
    #expect(String(decoding: try encoder.bytes(oneOf: Answer.ok(1)), as: UTF8.self) == "<ok>1</ok>")
    #expect(throws: XMLError.self) { _ = try encoder.bytes(oneOf: ["a": 1, "b": 2]) }
    #expect(throws: XMLError.self) { _ = try encoder.bytes(oneOf: 1) }
  }
}
