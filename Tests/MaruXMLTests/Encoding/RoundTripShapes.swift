import Foundation
import MaruXML

extension SeededChance {
  mutating func text() -> String {
    let pieces = [
      "a", " ", "\n", "\t", "\r", "&", "<", ">", "]]>", "\"", "'", "가", "é", "🐻", "&amp;", "--",
      "x", "0", "\u{85}", "\u{2028}", "",
    ]
    return (0..<Int.random(in: 0...6, using: &self)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &self)]
    }.joined()
  }
  mutating func coin() -> Bool { Bool.random(using: &self) }
  mutating func integer() -> Int { Int.random(in: -1000...1000, using: &self) }
  mutating func list<Value>(_ draw: (inout SeededChance) -> Value) -> [Value] {
    let count = Int.random(in: 0...3, using: &self)
    return (0..<count).map { _ in draw(&self) }
  }
  mutating func maybe<Value>(_ draw: (inout SeededChance) -> Value) -> Value? {
    coin() ? draw(&self) : nil
  }
  mutating func word() -> String {
    ["a", "b1", "c-d", "이름", "_e", "long.name"][Int.random(in: 0..<6, using: &self)]
  }
}

enum Shapes {
  struct Scalars: Drawn {
    var a: Int
    var b: Double
    var c: Bool
    var d: String
    var e: Float
    static func draw(_ c: inout SeededChance) -> Scalars {
      Scalars(
        a: c.integer(), b: Double.random(in: -1e9...1e9, using: &c), c: c.coin(), d: c.text(),
        e: Float.random(in: -1...1, using: &c))
    }
  }
  struct Optionals: Drawn {
    var a: Int?
    var b: Double?
    var c: Bool?
    var d: String?
    var e: Scalars?
    static func draw(_ c: inout SeededChance) -> Optionals {
      Optionals(
        a: c.maybe { $0.integer() }, b: c.maybe { Double($0.integer()) }, c: c.maybe { $0.coin() },
        d: c.maybe { $0.text() }, e: c.maybe { Scalars.draw(&$0) })
    }
  }
  struct Lists: Drawn {
    var a: [Int]
    var b: [String]
    var c: [Scalars]
    var d: [Bool]
    static func draw(_ c: inout SeededChance) -> Lists {
      Lists(
        a: c.list { $0.integer() }, b: c.list { $0.text() }, c: c.list { Scalars.draw(&$0) },
        d: c.list { $0.coin() })
    }
  }
  struct Nested: Drawn {
    var a: Optionals
    var b: Lists
    var c: String
    static func draw(_ c: inout SeededChance) -> Nested {
      Nested(a: .draw(&c), b: .draw(&c), c: c.text())
    }
  }
  struct Attributed: Drawn, XMLShaped {
    var a: Int
    var b: String
    var c: Bool?
    var d: [Int]
    var e: String?
    static let xmlShape = XMLShape(roles: [
      CodingKeys.a: .attribute, CodingKeys.b: .attribute, CodingKeys.c: .attribute,
      CodingKeys.e: .attribute("other"),
    ])
    static func draw(_ c: inout SeededChance) -> Attributed {
      Attributed(
        a: c.integer(), b: c.text(), c: c.maybe { $0.coin() }, d: c.list { $0.integer() },
        e: c.maybe { $0.text() })
    }
  }
  struct TextBeside: Drawn, XMLShaped {
    var a: Int
    var b: String
    static let xmlShape = XMLShape(roles: [CodingKeys.a: .attribute, CodingKeys.b: .text])
    static func draw(_ c: inout SeededChance) -> TextBeside {
      TextBeside(a: c.integer(), b: c.text())
    }
  }
  struct Wrapped: Drawn, XMLShaped {
    var a: [String]
    var b: [Scalars]
    var c: Int
    static let xmlShape = XMLShape(roles: [
      CodingKeys.a: .list(of: "item"), CodingKeys.b: .list("others", of: "other"),
    ])
    static func draw(_ c: inout SeededChance) -> Wrapped {
      Wrapped(a: c.list { $0.text() }, b: c.list { Scalars.draw(&$0) }, c: c.integer())
    }
  }
  struct OptionalWrapped: Drawn, XMLShaped {
    var a: [String]?
    var b: [EmptyItems.Item]?
    static let xmlShape = XMLShape(roles: [
      CodingKeys.a: .list(of: "item"), CodingKeys.b: .list(of: "item"),
    ])
    static func draw(_ c: inout SeededChance) -> OptionalWrapped {
      OptionalWrapped(
        a: c.maybe { $0.list { $0.text() } },
        b: c.maybe { $0.list { EmptyItems.Item(x: $0.maybe { $0.integer() }) } })
    }
  }
  enum Choice: Drawn {
    case number(Int)
    case words([String])
    case pair(Int, String)
    case labelled(x: Int, y: String?)
    case record(Scalars)
    case nothing
    static func draw(_ c: inout SeededChance) -> Choice {
      switch Int.random(in: 0..<6, using: &c) {
      case 0: .number(c.integer())
      case 1: .words(c.list { $0.text() })
      case 2: .pair(c.integer(), c.text())
      case 3: .labelled(x: c.integer(), y: c.maybe { $0.text() })
      case 4: .record(.draw(&c))
      default: .nothing
      }
    }
  }
  struct Content: Drawn, XMLShaped {
    var title: String, parts: [Choice]
    static let xmlShape = XMLShape(roles: [CodingKeys.parts: .content])
    static func draw(_ c: inout SeededChance) -> Content {
      Content(title: c.text(), parts: c.list { Choice.draw(&$0) })
    }
  }
  struct Mixed: Drawn, XMLShaped {
    var parts: [ComplaintTests.Inline]
    static let xmlShape = XMLShape(roles: [CodingKeys.parts: .content])
    static func draw(_ c: inout SeededChance) -> Mixed {
      // Two texts beside each other are one, and an empty one is none.
      var parts: [ComplaintTests.Inline] = []
      for _ in 0..<Int.random(in: 0...4, using: &c) {
        if case .text = parts.last { parts.append(.b(c.text())) }
        parts.append(c.coin() ? .text("t" + c.text()) : .b(c.text()))
        if parts.count > 1, case .text = parts[parts.count - 2], case .text = parts.last {
          parts.removeLast()
        }
      }
      return Mixed(parts: parts)
    }
  }
  struct OneChoice: Drawn, XMLShaped {
    var id: Int
    var choice: Choice
    static let xmlShape = XMLShape(roles: [CodingKeys.choice: .content])
    static func draw(_ c: inout SeededChance) -> OneChoice {
      OneChoice(id: c.integer(), choice: .draw(&c))
    }
  }
  struct MaybeChoice: Drawn, XMLShaped {
    var id: Int
    var choice: Choice?
    static let xmlShape = XMLShape(roles: [CodingKeys.choice: .content])
    static func draw(_ c: inout SeededChance) -> MaybeChoice {
      MaybeChoice(id: c.integer(), choice: c.maybe { Choice.draw(&$0) })
    }
  }
  struct EnumProperty: Drawn {
    var one: Choice, many: [Choice]
    var maybe: Choice?
    static func draw(_ c: inout SeededChance) -> EnumProperty {
      EnumProperty(
        one: .draw(&c), many: c.list { Choice.draw(&$0) }, maybe: c.maybe { Choice.draw(&$0) })
    }
  }
  struct Recursive: Drawn {
    var id: Int, child: [Recursive]
    static func draw(_ c: inout SeededChance) -> Recursive {
      Recursive(id: c.integer(), child: c.coin() && c.coin() ? [.draw(&c), .draw(&c)] : [])
    }
  }
  struct RawEnums: Drawn {
    enum Word: String, Codable { case a, b = "", c = "x y" }
    enum Number: Int, Codable { case one = 1, two }
    var a: Word
    var b: [Word]
    var c: Number?
    var d: Word?
    static func draw(_ c: inout SeededChance) -> RawEnums {
      func word(_ c: inout SeededChance) -> Word { c.coin() ? .a : c.coin() ? .b : .c }
      return RawEnums(
        a: word(&c), b: c.list(word), c: c.maybe { $0.coin() ? .one : .two }, d: c.maybe(word))
    }
  }
  struct Dictionaries: Drawn {
    var a: [String: Int]
    var b: [String: [String]]
    var c: [String: Scalars]?
    static func draw(_ c: inout SeededChance) -> Dictionaries {
      func keys<Value>(_ c: inout SeededChance, _ value: (inout SeededChance) -> Value) -> [String:
        Value]
      {
        Dictionary(c.list { ($0.word(), value(&$0)) }, uniquingKeysWith: { $1 })
      }
      return Dictionaries(
        a: keys(&c) { $0.integer() }, b: keys(&c) { ["x"] + $0.list { $0.text() } },
        c: c.maybe { keys(&$0) { Scalars.draw(&$0) } })
    }
  }
  struct Dates: Drawn {
    var a: Date
    var b: Date?
    var c: [Date]
    static func draw(_ c: inout SeededChance) -> Dates {
      func date(_ c: inout SeededChance) -> Date {
        Date(
          timeIntervalSince1970: Double(
            Int64.random(in: -9_999_999_999_999...99_999_999_999_999, using: &c)) / 1000)
      }
      return Dates(a: date(&c), b: c.maybe(date), c: c.list(date))
    }
  }
  struct Bytes: Drawn {
    var a: Data
    var b: [Data]
    var c: Data
    static func draw(_ c: inout SeededChance) -> Bytes {
      func data(_ c: inout SeededChance) -> Data {
        Data(c.list { UInt8.random(in: 0...255, using: &$0) })
      }
      return Bytes(a: data(&c), b: c.list(data), c: data(&c))
    }
  }
  struct Decimals: Drawn {
    var a: Decimal
    var b: Decimal?
    var c: [Decimal]
    static func draw(_ c: inout SeededChance) -> Decimals {
      func decimal(_ c: inout SeededChance) -> Decimal {
        Decimal(c.integer()) / 100
      }
      return Decimals(a: decimal(&c), b: c.maybe(decimal), c: c.list(decimal))
    }
  }
  struct Links: Drawn {
    var a: URL?
    var b: [URL]
    static func draw(_ c: inout SeededChance) -> Links {
      func url(_ c: inout SeededChance) -> URL? {
        URL(string: "https://example.org/\(c.integer())?a=1&b=%20#\(c.integer())")
      }
      return Links(a: c.maybe(url) ?? nil, b: c.list(url).compactMap { $0 })
    }
  }
}
