import MaruXML
import Testing

/// A container is about its own element for as long as somebody has it, whatever is read beside it.
struct KeptContainerTests {
  private enum Keys: String, CodingKey { case a, b, x }

  // @unchecked: the tests that use it have one task.
  private final class Shelf: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "shelf")
    var containers: [KeyedDecodingContainer<Keys>] = []
    var decoders: [any Decoder] = []
  }

  private struct Keeping: Decodable {
    let a: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      a = try container.decode(Int.self, forKey: .a)
      let key = try #require(Shelf.key)
      let shelf = try #require(decoder.userInfo[key] as? Shelf)
      shelf.containers.append(container)
      shelf.decoders.append(decoder)
    }
  }

  private struct List: Decodable { let x: [Keeping] }

  @Test func `containers that are kept read their own elements`() throws {
    var decoder = XMLDecoder()
    let shelf = Shelf()
    decoder.userInfo[try #require(Shelf.key)] = shelf
    let items = (0..<100).map { "<x><a>\($0)</a><b>\($0 * 7)</b></x>" }.joined()
    #expect(try decoder.decode(List.self, from: "<r>\(items)</r>").x.map(\.a) == Array(0..<100))
    // Also when the decoding is over.
    for (number, container) in shelf.containers.enumerated() {
      #expect(try container.decode(Int.self, forKey: .b) == number * 7)
      #expect(try container.decode(Int.self, forKey: .a) == number)
      #expect(container.allKeys == [.a, .b])
    }
    for (number, kept) in shelf.decoders.enumerated() {
      let container = try kept.container(keyedBy: Keys.self)
      #expect(try container.decode(Int.self, forKey: .a) == number)
    }
  }

  private struct Crossing: Decodable {
    let values: [Int]

    init(from decoder: any Decoder) throws {
      // Two of one element, and one of an element in it, at the same depth.
      let first = try decoder.container(keyedBy: Keys.self)
      let second = try decoder.container(keyedBy: Keys.self)
      let inner = try first.nestedContainer(keyedBy: Keys.self, forKey: .x)
      let other = try second.superDecoder(forKey: .x).container(keyedBy: Keys.self)
      values = try [
        first.decode(Int.self, forKey: .a), inner.decode(Int.self, forKey: .a),
        second.decode(Int.self, forKey: .b), other.decode(Int.self, forKey: .b),
        inner.decode(Int.self, forKey: .b), first.decode(Int.self, forKey: .b),
        second.decode(Int.self, forKey: .a), other.decode(Int.self, forKey: .a),
      ]
    }
  }

  @Test func `containers at one depth don't get into each other's way`() throws {
    let document = "<r><a>1</a><x><a>3</a><b>4</b></x><b>2</b></r>"
    let value = try XMLDecoder().decode(Crossing.self, from: document)
    #expect(value.values == [1, 3, 2, 4, 4, 2, 1, 3])
  }

  @Test func `what was kept holds on to the document no longer than it is kept`() throws {
    var decoder = XMLDecoder()
    var shelf: Shelf? = Shelf()
    weak let witness = shelf
    decoder.userInfo[try #require(Shelf.key)] = shelf
    let items = String(repeating: "<x><a>1</a><b>2</b></x>", count: 10)
    _ = try decoder.decode(List.self, from: "<r>\(items)</r>")
    // Read once more, now that the decoding is over.
    for kept in shelf?.decoders ?? [] {
      let container = try kept.container(keyedBy: Keys.self)
      #expect(try container.decode(Int.self, forKey: .b) == 2)
      _ = try container.nestedContainer(keyedBy: Keys.self, forKey: .a).allKeys
    }
    decoder.userInfo = [:]
    shelf?.containers = []
    shelf?.decoders = []
    shelf = nil
    // What is left of a decoding would have its settings, and they the shelf.
    #expect(witness == nil)
  }

  @Test func `a key is destroyed when nothing of the decoder is in use`() throws {
    struct Key: CodingKey {
      // @unchecked: the test has one task.
      final class Reader: @unchecked Sendable {
        var decoder: (any Decoder)?
        // Reads with the decoder that the key came from.
        deinit {
          let container = try? decoder?.container(keyedBy: Keys.self)
          _ = try? container?.decode([[Int]].self, forKey: .x)
        }
      }

      let stringValue: String
      var intValue: Int? { nil }
      let reader = Reader()

      init(_ decoder: any Decoder, _ name: String) {
        stringValue = name
        reader.decoder = decoder
      }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Value: Decodable {
      let list: [Int]

      init(from decoder: any Decoder) throws {
        var container: KeyedDecodingContainer? = try decoder.container(keyedBy: Key.self)
        list = try container?.decode([Int].self, forKey: Key(decoder, "b")) ?? []
        _ = try container?.nestedContainer(keyedBy: Key.self, forKey: Key(decoder, "x"))
        container = nil
        _ = try decoder.container(keyedBy: Keys.self)
      }
    }
    let document = "<r><b>1</b><b>2</b><x>3</x></r>"
    #expect(try XMLDecoder().decode(Value.self, from: document).list == [1, 2])
  }
}
