import Foundation
import MaruXML

extension Shapes {
  struct OptionalItems: Drawn {
    var a: [Int?]
    var b: [String?]
    var c: [Optionals?]
    static func draw(_ c: inout SeededChance) -> OptionalItems {
      OptionalItems(
        a: c.list { $0.maybe { $0.integer() } }, b: c.list { $0.maybe { $0.text() } },
        c: c.list { $0.maybe { Optionals.draw(&$0) } })
    }
  }
  struct ListsOfLists: Drawn {
    var a: [[Int]]
    var b: [[[String]]]
    static func draw(_ c: inout SeededChance) -> ListsOfLists {
      ListsOfLists(
        a: c.list { $0.list { $0.integer() } }, b: c.list { $0.list { $0.list { $0.text() } } })
    }
  }
  struct EmptyItems: Drawn {
    struct Item: Codable, Equatable { var x: Int? }
    struct Nothing: Codable, Equatable {}
    var a: [Item]
    var b: [Nothing]
    var c: Item?
    var d: Nothing
    static func draw(_ c: inout SeededChance) -> EmptyItems {
      EmptyItems(
        a: c.list { Item(x: $0.maybe { $0.integer() }) }, b: c.list { _ in Nothing() },
        c: c.maybe { Item(x: $0.maybe { $0.integer() }) }, d: Nothing())
    }
  }
  struct Sets: Drawn {
    var a: Set<Int>
    var b: Set<String>
    static func draw(_ c: inout SeededChance) -> Sets {
      Sets(a: Set(c.list { $0.integer() }), b: Set(c.list { $0.text() }))
    }
  }
  struct Namespaced: Drawn, XMLShaped {
    struct Inner: Codable, Equatable, XMLShaped {
      var v: Int
      var w: [String]
      var x: String?
      static let xmlShape = XMLShape(
        in: "inner",
        roles: [
          CodingKeys.x: .attribute(XMLName("x", in: "attributes")),
          CodingKeys.w: .element(XMLName("w", in: "outer")),
        ])
    }
    var inner: Inner
    var plain: Optionals
    var list: [Inner]
    static let xmlShape = XMLShape(
      "root", prefixes: ["p": "outer"],
      roles: [
        CodingKeys.inner: .element(XMLName("in", in: "inner")),
        CodingKeys.list: .list(XMLName("all", in: "outer"), of: XMLName("one", in: "inner")),
      ])
    static func draw(_ c: inout SeededChance) -> Namespaced {
      func inner(_ c: inout SeededChance) -> Inner {
        Inner(v: c.integer(), w: c.list { $0.text() }, x: c.maybe { $0.text() })
      }
      return Namespaced(inner: inner(&c), plain: .draw(&c), list: c.list(inner))
    }
  }
  struct Marked: Drawn {
    var a: Optionals?
    var b: [Optionals]
    var c: Lists?
    static func draw(_ c: inout SeededChance) -> Marked {
      Marked(
        a: c.maybe { Optionals.draw(&$0) }, b: c.list { Optionals.draw(&$0) },
        c: c.maybe { Lists.draw(&$0) })
    }
  }
  struct Integers: Drawn {
    var a: Int8
    var b: UInt16
    var c: Int32?
    var d: UInt64
    var e: Int64
    var f: UInt, g: [UInt8]
    static func draw(_ c: inout SeededChance) -> Integers {
      Integers(
        a: .random(in: .min ... .max, using: &c), b: .random(in: .min ... .max, using: &c),
        c: c.maybe { .random(in: .min ... .max, using: &$0) },
        d: .random(in: .min ... .max, using: &c),
        e: .random(in: .min ... .max, using: &c), f: .random(in: .min ... .max, using: &c),
        g: c.list { .random(in: .min ... .max, using: &$0) })
    }
  }
  struct WrapsAString: Drawn {
    struct Name: Codable, Equatable {
      var text: String
      init(_ text: String) { self.text = text }
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    var a: Name
    var b: [Name]
    var c: Name?
    static func draw(_ c: inout SeededChance) -> WrapsAString {
      WrapsAString(
        a: Name(c.text()), b: c.list { Name($0.text()) }, c: c.maybe { Name($0.text()) })
    }
  }
  struct SomeEmpty: Drawn {
    var a: [String: Int]?
    var b: [String: String]
    static func draw(_ c: inout SeededChance) -> SomeEmpty {
      SomeEmpty(a: c.maybe { $0.coin() ? [:] : ["k": 1] }, b: c.coin() ? [:] : ["k": c.text()])
    }
  }
  indirect enum Payloads: Drawn {
    case leaf(Int)
    case maybe(Int?)
    case both(Payloads, Payloads)
    case named(left: Payloads, tags: [Int])
    static func draw(_ c: inout SeededChance) -> Payloads {
      switch Int.random(in: 0..<6, using: &c) {
      case 0: .both(.draw(&c), .draw(&c))
      case 1: .named(left: .draw(&c), tags: c.list { $0.integer() })
      case 2: .maybe(c.maybe { $0.integer() })
      default: .leaf(c.integer())
      }
    }
  }
  struct IntegerKeys: Drawn {
    enum Key: String, Codable, CodingKeyRepresentable { case a, b }
    var a: [Key: Int]
    var b: [Bool: Int]
    static func draw(_ c: inout SeededChance) -> IntegerKeys {
      IntegerKeys(a: c.coin() ? [.a: 1] : [.b: 2, .a: 3], b: c.coin() ? [true: 1] : [:])
    }
  }
  struct Sections: Drawn, XMLShaped {
    var a: String
    var b: [String]
    var c: String
    static let xmlShape = XMLShape(roles: [
      CodingKeys.a: .element.cdata, CodingKeys.b: .list(of: "b").cdata, CodingKeys.c: .text.cdata,
    ])
    static func draw(_ c: inout SeededChance) -> Sections {
      // White space alone beside elements would be layout.
      Sections(a: c.text(), b: c.list { $0.text() }, c: "c" + c.text())
    }
  }
}
