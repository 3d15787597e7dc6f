import MaruXML
import Testing

private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

/// The same letter, composed and decomposed: one string to Swift, and two names to XML.
struct CanonicalEquivalenceTests {
  private struct Root: Codable, XMLShaped {
    var x: String?
    static let xmlShape = XMLShape(
      "r", in: composed, roles: [CodingKeys.x: .element(XMLName("x", in: composed))])
  }

  private enum Choice: Codable, Equatable, XMLShaped {
    case x(String)
    static let xmlShape = XMLShape(roles: [CodingKeys.x: .element(XMLName("x", in: composed))])
  }

  /// Reads any key that there is.
  private struct Keys: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let keys: [String]
    init(from decoder: any Decoder) throws {
      keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
    }
  }

  @Test func `a decoder takes another namespace for another`() throws {
    let decoder = XMLDecoder()
    for (uri, isRight) in [(composed, true), (decomposed, false)] {
      let root = "<r xmlns='\(uri)'><x>1</x></r>"
      #expect(((try? decoder.decode(Root.self, from: root)) != nil) == isRight)
      let named = try? decoder.decode(Keys.self, from: root, root: XMLName("r", in: composed))
      #expect((named != nil) == isRight)
      let choice = "<p:x xmlns:p='\(uri)'>1</p:x>"
      #expect((try? decoder.decode(oneOf: Choice.self, from: choice)) == (isRight ? .x("1") : nil))
      var shaped = decoder
      shaped.shapes[Keys.self] = XMLShape(roles: [
        Keys.Key(stringValue: "key"): .element(XMLName("x", in: composed))
      ])
      let keys = try shaped.decode(Keys.self, from: "<r xmlns:p='\(uri)'><p:x/></r>").keys
      #expect(keys == (isRight ? ["key"] : []))
    }
  }

  @Test func `what is written keeps two namespaces, prefixes and attributes apart`() throws {
    let one = XMLName("a", in: composed)
    let other = XMLName("a", in: decomposed)
    var builder = XMLTreeBuilder()
    try builder.start(one, prefix: "p")
    try builder.attribute(one, "1", prefix: "p")
    try builder.attribute(other, "2", prefix: "p")
    try builder.attribute(XMLName(composed), "3")
    try builder.attribute(XMLName(decomposed), "4")
    try builder.start(other, prefix: "p")
    try builder.start(XMLName("b", in: "u"), prefix: composed)
    try builder.start(XMLName("b", in: "v"), prefix: decomposed)
    for _ in 0..<4 { try builder.end() }
    let built = try builder.finish()
    let encoded = try XMLTree(XMLEncoder().text(built, root: one))
    for tree in [built, try XMLTree(bytes: built.write()), encoded] {
      #expect(tree.name == one)
      #expect(tree[attribute: one] == "1" && tree[attribute: other] == "2")
      #expect(tree[attribute: XMLName(composed)] == "3")
      #expect(tree[attribute: XMLName(decomposed)] == "4")
      let inner = try #require(tree[other])
      #expect(inner[XMLName("b", in: "u")]?[XMLName("b", in: "v")] != nil)
    }
  }

  @Test func `an encoder declares the namespace that it means`() throws {
    struct Pair: Codable, Equatable, XMLShaped {
      var one: String
      var other: String
      static let xmlShape = XMLShape(
        "r",
        roles: [
          CodingKeys.one: .element(XMLName("a", in: composed)),
          CodingKeys.other: .element(XMLName("a", in: decomposed)),
        ])
    }
    struct Nested: Codable, Equatable, XMLShaped {
      var pair: Pair
      static let xmlShape = XMLShape(
        "r", in: composed, prefixes: ["q": decomposed],
        roles: [CodingKeys.pair: .element(XMLName("p", in: decomposed))])
    }
    let value = Nested(pair: Pair(one: "1", other: "2"))
    let text = try XMLEncoder().text(value)
    #expect(try XMLDecoder().decode(Nested.self, from: text) == value)
    let tree = try XMLTree(text)
    let pair = try #require(tree[XMLName("p", in: decomposed)])
    #expect(pair[XMLName("a", in: composed)]?.text == "1")
    #expect(pair[XMLName("a", in: decomposed)]?.text == "2")
  }

  @Test func `a stream keeps two prefixes of its surroundings apart`() throws {
    let text = "<r xmlns:\(composed)='1' xmlns:\(decomposed)='2'><i/></r>"
    let item = try #require(
      try StreamPieces.read(Array(text.utf8), size: 7, path: ["r", "i"]).first)
    #expect(item.namespace(ofPrefix: composed) == "1")
    #expect(item.namespace(ofPrefix: decomposed) == "2")
  }
}
