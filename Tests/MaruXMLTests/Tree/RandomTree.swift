import MaruXML

/// Numbers from a seed.
struct SmallRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Trees of all that can be in one.
enum RandomTree {
  private static let names = ["a", "b", "item", "이름", "x-y.z", "_"]
  private static let namespaces = [nil, nil, "u", "http://example.org/가", "n1"]
  private static let prefixes = [nil, "", "p", "q", "ns1"]
  private static let texts = [
    "", " ", "plain", "\n  ", "<&>\"'", "a\r\nb\rc", "]]>", "\t", "가나다 😀", "&amp;", "--",
    "é\u{301}",
  ]

  static func make(_ random: inout SmallRandom) throws -> XMLTree {
    var builder = XMLTreeBuilder()
    try element(&builder, &random, depth: 0)
    return try builder.finish()
  }

  private static func pick<T>(_ choices: [T], _ random: inout SmallRandom) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private static func name(_ random: inout SmallRandom) -> XMLName {
    XMLName(pick(names, &random), in: pick(namespaces, &random))
  }

  private static func element(
    _ builder: inout XMLTreeBuilder, _ random: inout SmallRandom, depth: Int
  ) throws {
    try builder.start(name(&random), prefix: pick(prefixes, &random))
    var used: Set<XMLName> = []
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let name = name(&random)
      guard used.insert(name).inserted else { continue }
      try builder.attribute(name, pick(texts, &random), prefix: pick(prefixes, &random))
    }
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1: try builder.text(pick(texts, &random))
      case 2: try builder.cdata(pick(texts, &random))
      case 3: try builder.comment("x - y")
      case 4: try builder.instruction(target: "t", data: pick(["", "d e"], &random))
      default: if depth < 5 { try element(&builder, &random, depth: depth + 1) }
      }
    }
    try builder.end()
  }
}
