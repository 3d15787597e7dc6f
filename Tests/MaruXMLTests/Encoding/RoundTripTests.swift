import Foundation
import MaruXML
import Testing

/// Chance with a seed, so that a failure can be had again.
struct SeededChance: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    // SplitMix64 (Steele, Lea, Flood 2014).
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A type that can be drawn.
protocol Drawn: Codable, Equatable, SendableMetatype {
  static func draw(_ chance: inout SeededChance) -> Self
}

struct RoundTripTests {
  private static var shapes: [any Drawn.Type] {
    [
      Shapes.Scalars.self, Shapes.Optionals.self, Shapes.Lists.self, Shapes.Nested.self,
      Shapes.Attributed.self, Shapes.TextBeside.self, Shapes.Wrapped.self,
      Shapes.OptionalWrapped.self,
      Shapes.Content.self, Shapes.Mixed.self, Shapes.OneChoice.self, Shapes.MaybeChoice.self,
      Shapes.EnumProperty.self, Shapes.Recursive.self, Shapes.RawEnums.self,
      Shapes.Dictionaries.self,
      Shapes.Dates.self, Shapes.Bytes.self, Shapes.Decimals.self, Shapes.Links.self,
      Shapes.OptionalItems.self, Shapes.ListsOfLists.self, Shapes.EmptyItems.self, Shapes.Sets.self,
      Shapes.Namespaced.self, Shapes.Marked.self, Shapes.Integers.self, Shapes.WrapsAString.self,
      Shapes.SomeEmpty.self, Shapes.Payloads.self, Shapes.IntegerKeys.self, Shapes.Sections.self,
    ]
  }

  @Test(arguments: 0..<32)
  func `a value is the same after being written and read`(_ index: Int) throws {
    try check(Self.shapes[index], index)
  }

  @Test func `there are all of them`() { #expect(Self.shapes.count == 32) }

  private func check<Value: Drawn>(_ type: Value.Type, _ index: Int) throws {
    var pretty = XMLEncoder()
    pretty.indentation = 2
    for seed in 0..<150 {
      var chance = SeededChance(UInt64(index * 1000 + seed))
      let value = Value.draw(&chance)
      for encoder in [XMLEncoder(), pretty] {
        let text = try encoder.text(value, root: "root")
        let back: Value
        do {
          back = try XMLDecoder().decode(type, from: text, root: "root")
        } catch {
          Issue.record("\(type), seed \(seed): \(error) in \(text)")
          return
        }
        guard back == value else {
          Issue.record("\(type), seed \(seed): \(value) is \(back) by \(text)")
          return
        }
      }
      // The same type serves JSON.
      let json = try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
      #expect(json == value, "\(type), seed \(seed)")
    }
  }
}
