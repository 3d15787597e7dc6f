import Foundation
import MaruXML
import Testing

/// An array is read without the containers that it would ask for; one that asks for them gets the same.
struct ListReadingTests {
  /// A list that reads itself as an array would.
  private struct Asking<Item: Decodable>: Decodable {
    let items: [Item]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var items: [Item] = []
      while !container.isAtEnd { items.append(try container.decode(Item.self)) }
      self.items = items
    }
  }

  private struct Pair<Item: Decodable & Equatable>: Decodable {
    let array: [Item]
    let asking: [Item]

    enum Keys: String, CodingKey { case x, y }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let array = Result { try container.decode([Item].self, forKey: .x) }
      let asking = Result { try container.decode(Asking<Item>.self, forKey: .x).items }
      switch (array, asking) {
      case (.success(let array), .success(let asking)): (self.array, self.asking) = (array, asking)
      case (.failure(let array as XMLError), .failure(let asking as XMLError)):
        #expect((array.code, array.position) == (asking.code, asking.position))
        #expect((array.expected, array.found) == (asking.expected, asking.found))
        #expect(array.codingPath.map(\.stringValue) == asking.codingPath.map(\.stringValue))
        (self.array, self.asking) = ([], [])
      case (.failure(let array), .failure(let asking)):
        #expect("\(array)" == "\(asking)")
        (self.array, self.asking) = ([], [])
      default:
        Issue.record("\(array) and \(asking)")
        (self.array, self.asking) = ([], [])
      }
    }
  }

  private struct Item: Decodable, Equatable {
    let a: Int?
    let x: [Int]
  }

  private static let documents = [
    "<r/>", "<r><x/></r>", "<r><x></x><x/></r>", "<r><x>1</x></r>",
    "<r><x>1</x><x>2</x><x>3</x></r>",
    "<r><x>1</x><y>9</y><x>2</x></r>", "<r x='4'/>", "<r x='4'><x>5</x><x>6</x></r>",
    "<r><x>1</x><x>no</x><x>3</x></r>", "<r><x a='1'/></r>",
    "<r><x a='1'/><x a='2'><x>3</x></x></r>",
    "<r><x a='1'><x>1</x><x>2</x></x></r>", "<r><x a='q'/></r>", "<r><x><x>1</x><x>q</x></x></r>",
    "<r><x> </x></r>", "<r><x><!-- c --></x></r>", "<r><x><![CDATA[7]]></x></r>",
    "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><x i:nil='true'/><x>1</x></r>",
    "<r xmlns='u'><x>1</x><x>2</x></r>", "<r xmlns:p='u'><p:x>1</p:x><x>2</x></r>",
  ]

  @Test(arguments: documents)
  func `a list is the same, however it is read`(_ document: String) throws {
    for number in try [XMLDecoder().decode(Pair<Int>.self, from: document)] {
      #expect(number.array == number.asking)
    }
    for text in try [XMLDecoder().decode(Pair<String>.self, from: document)] {
      #expect(text.array == text.asking)
    }
    for optional in try [XMLDecoder().decode(Pair<Int?>.self, from: document)] {
      #expect(optional.array == optional.asking)
    }
    for item in try [XMLDecoder().decode(Pair<Item>.self, from: document)] {
      #expect(item.array == item.asking)
    }
    for list in try [XMLDecoder().decode(Pair<[Int]>.self, from: document)] {
      #expect(list.array == list.asking)
    }
  }

  @Test(arguments: documents)
  func `so it is where an app's strategy throws`(_ document: String) throws {
    struct Refused: Error {}
    var decoder = XMLDecoder()
    for code in 0..<3 {
      decoder.dateStrategy = .custom(
        read: { text in
          guard code > 0 else { return Date(timeIntervalSince1970: 0) }
          guard code > 1 else { throw Refused() }
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))
        }, write: { _ in "" })
      let pair = Result { try decoder.decode(Pair<Date>.self, from: document) }
      if case .success(let value) = pair { #expect(value.array == value.asking) }
    }
  }

  @Test func `a list that would take much more than its document grows as it is read`() throws {
    struct Wide: Decodable, Equatable {
      let x: Int?
      let a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p: String?
      let q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag: String?
    }
    struct Many: Decodable { let x: [Wide] }
    let count = 2000
    let items = String(repeating: "<x> </x>", count: count)
    #expect(MemoryLayout<Wide>.stride * count > 65_536)
    #expect(MemoryLayout<Wide>.stride * count > 4 * items.utf8.count)
    #expect(try XMLDecoder().decode(Many.self, from: "<r>\(items)</r>").x.count == count)
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Many.self, from: "<r>\(items)<x x='q'/>\(items)</r>")
    }
    #expect(error.codingPath.map(\.stringValue) == ["x", "Index \(count)", "x"])
  }

  @Test func `lists that lie through each other are read by their names`() throws {
    struct Three: Decodable {
      let x: [Int]
      let y: [Int]
      let z: [Int]
    }
    for count in [2, 40, 1000] {
      var document = "<r>"
      for number in 0..<count { document += "<x>\(number)</x><y>\(-number)</y><z>7</z>" }
      let value = try XMLDecoder().decode(Three.self, from: document + "</r>")
      #expect(value.x == Array(0..<count))
      #expect(value.y == (0..<count).map { -$0 })
      #expect(value.z == Array(repeating: 7, count: count))
    }
  }

  // @unchecked: the tests that use it have one task.
  private final class Witness: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "witness")
    var made = 0
    var freed = 0
  }

  private final class Witnessed: Decodable {
    let witness: Witness

    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(Int.self)
      let key = try #require(Witness.key)
      witness = try #require(decoder.userInfo[key] as? Witness)
      witness.made += 1
    }

    deinit { witness.freed += 1 }
  }

  @Test func `items are freed, also when a later one can't be read`() throws {
    struct Items: Decodable { let x: [Witnessed] }
    var decoder = XMLDecoder()
    let witness = Witness()
    decoder.userInfo[try #require(Witness.key)] = witness
    #expect(throws: XMLError.self) {
      _ = try decoder.decode(Items.self, from: "<r><x>1</x><x>2</x><x>q</x><x>4</x></r>")
    }
    #expect(witness.made == 2)
    #expect(witness.freed == 2)
    var items: Items? = try decoder.decode(Items.self, from: "<r><x>1</x><x>2</x></r>")
    #expect(items?.x.count == 2)
    #expect(witness.freed == 2)
    items = nil
    #expect(witness.freed == 4)
  }
}
