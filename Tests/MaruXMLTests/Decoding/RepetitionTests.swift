import MaruXML
import Testing

struct RepetitionTests {
  private struct One: Decodable { let n: Int }
  private struct Inner: Decodable, Equatable { let x: Int }
  private struct Outer: Decodable { let n: Inner }
  private let twice = "<a><n>1</n><m/><n>2</n></a>"

  @Test func `two elements for one value are an error`() throws {
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(One.self, from: twice)
    }
    #expect(error.code == .repeatedElement && "\(error)".contains("for n"))
    #expect(error.position?.column == 16)
  }

  @Test func `two elements for one structure are an error`() throws {
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Outer.self, from: "<a><n x='1'/><n x='2'/></a>")
    }
    #expect(error.code == .repeatedElement)
  }

  @Test func `the first or the last counts by strategy`() throws {
    var decoder = XMLDecoder()
    decoder.repetitionStrategy = .first
    #expect(try decoder.decode(One.self, from: twice).n == 1)
    #expect(
      try decoder.decode(Outer.self, from: "<a><n x='1'/><n x='2'/></a>").n == Inner(x: 1))
    decoder.repetitionStrategy = .last
    #expect(try decoder.decode(One.self, from: twice).n == 2)
    #expect(
      try decoder.decode(Outer.self, from: "<a><n x='1'/><n x='2'/></a>").n == Inner(x: 2))
  }

  @Test func `two are an error for an optional, too, and for an enum of texts`() {
    struct Maybe: Decodable { let n: Int? }
    enum Kind: String, Decodable { case one = "1" }
    struct Kinds: Decodable { let n: Kind }
    #expect(throws: XMLError.self) { _ = try XMLDecoder().decode(Maybe.self, from: twice) }
    #expect(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Kinds.self, from: "<a><n>1</n><n>1</n></a>")
    }
  }

  @Test func `a second one is found among very many children`() throws {
    struct Wide: Decodable { let total: Int }
    let rows = String(repeating: "<row/>", count: 500)
    let fine = try XMLDecoder().decode(Wide.self, from: "<a>\(rows)<total>1</total>\(rows)</a>")
    #expect(fine.total == 1)
    #expect(throws: XMLError.self) {
      _ = try XMLDecoder().decode(
        Wide.self, from: "<a><total>1</total>\(rows)<total>2</total></a>")
    }
  }

  @Test(arguments: [1, 2, 40, 100, 700])
  func `lists that lie through each other are told apart`(_ count: Int) throws {
    struct Both: Decodable, Equatable {
      let b: [Int]
      let a: [Int]
      let c: [Int]
      let last: Int
    }
    let rows = (0..<count).map { "<a>\($0)</a><x/><b>\(-$0)</b>" }.joined(separator: "\n")
    let both = try XMLDecoder().decode(Both.self, from: "<r>\(rows)<last>9</last></r>")
    #expect(both.a == Array(0..<count) && both.b == (0..<count).map { -$0 } && both.c == [])
    #expect(both.last == 9)
  }

  @Test func `a list is read from its first element, whichever key was read before`() throws {
    struct Both: Decodable {
      let a: Int
      let b: [Int]
    }
    let both = try XMLDecoder().decode(Both.self, from: "<r><b>1</b><a>0</a><b>2</b></r>")
    #expect(both.b == [1, 2])
  }

  @Test func `an element goes before an attribute of its name, and roles choose`() throws {
    struct Plain: Decodable { let id: String }
    let text = #"<a id="attribute"><x/><id>element</id></a>"#
    #expect(try XMLDecoder().decode(Plain.self, from: text).id == "element")
    var decoder = XMLDecoder()
    decoder.shapes[Plain.self] = XMLShape(roles: [Key.id: .attribute])
    #expect(try decoder.decode(Plain.self, from: text).id == "attribute")
    decoder.shapes[Plain.self] = XMLShape(roles: [Key.id: .element])
    #expect(throws: XMLError.self) {
      _ = try decoder.decode(Plain.self, from: #"<a id="attribute"/>"#)
    }
  }

  private enum Key: CodingKey { case id }

  @Test func `a key does not fit a longer name, nor a prefix`() throws {
    struct Short: Decodable { let it: Int? }
    let text = #"<r xmlns:it="u"><item>1</item><i>2</i><it:m>3</it:m></r>"#
    #expect(try XMLDecoder().decode(Short.self, from: text).it == nil)
  }

  @Test func `a dictionary has each name once, and reads lists`() throws {
    let text = "<r a='1'><b>2</b><c>3</c><b>4</b></r>"
    #expect(
      try XMLDecoder().decode([String: [Int]].self, from: text)
        == ["a": [1], "b": [2, 4], "c": [3]])
    #expect(throws: XMLError.self) {
      _ = try XMLDecoder().decode([String: Int].self, from: text)
    }
  }

  @Test func `time grows with the document, not with its square`() throws {
    // Each of these would take minutes if a name's search walked over all others.
    let count = 6000
    let once = (0..<count).map { "<k\($0)>\($0)</k\($0)>" }.joined()
    let names = try XMLDecoder().decode([String: [Int]].self, from: "<r>\(once)</r>")
    #expect(names.count == count)
    let twice = try XMLDecoder().decode([String: [Int]].self, from: "<r>\(once)\(once)</r>")
    #expect(twice.count == count && twice["k7"] == [7, 7])
    let values = try XMLDecoder().decode([String: Int].self, from: "<r>\(once)</r>")
    #expect(values["k5999"] == 5999)
  }
}
