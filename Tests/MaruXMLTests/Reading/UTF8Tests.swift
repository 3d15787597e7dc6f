import MaruXML
import Testing

@Suite("UTF-8")
struct UTF8Tests {
  /// Characters of all lengths, at the borders of what their first bytes stand for.
  private static let characters = [
    "a", "b ", "plain words, and some more. ", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}", "가",
    "힣", "목록", "\u{D7FF}", "\u{E000}", "，", "\u{FFFD}", "\u{10000}", "😀", "\u{10FFFF}",
  ]

  /// Bytes at the borders of table 3-7 of the Unicode standard; none of them is markup.
  private static let bytes: [UInt8] = [
    0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
    0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFE, 0xFF,
  ]

  private enum Verdict: Equatable {
    case whole
    case malformed(Int)
    /// U+FFFE or U+FFFF.
    case forbidden(Int)
  }

  /// What the standard library thinks of some bytes, looked at one character after the other.
  private func expected(_ bytes: [UInt8]) -> Verdict {
    var index = 0
    while index < bytes.count {
      let found = (1...min(4, bytes.count - index)).lazy.compactMap { length in
        String(validating: bytes[index..<index + length], as: UTF8.self)
      }.first
      guard let found else { return .malformed(index) }
      if found == "\u{FFFE}" || found == "\u{FFFF}" { return .forbidden(index) }
      index += found.utf8.count
    }
    return .whole
  }

  private func found(_ bytes: [UInt8]) -> Verdict {
    do {
      let tree = try XMLTree(bytes: bytes)
      let text = String(decoding: bytes.dropFirst(3).dropLast(4), as: UTF8.self)
      #expect(tree.fullText.utf8.elementsEqual(text.utf8))
      return .whole
    } catch {
      let offset = error.position?.offset ?? -1
      return error.code == .malformedBytes ? .malformed(offset) : .forbidden(offset)
    }
  }

  private func compare(_ content: [UInt8]) {
    let document = Array("<a>".utf8) + content + Array("</a>".utf8)
    #expect(found(document) == expected(document), "\(content)")
  }

  @Test(arguments: 0..<16)
  func `each byte at each place of a block means what the standard says`(_ shift: Int) {
    let characters = Array(Self.characters.joined().utf8)
    // What is too short for a block is looked at in another way.
    let plain = [UInt8](repeating: 0x79, count: 64)
    let whole = [UInt8](repeating: 0x78, count: shift) + characters + plain
    compare(whole)
    for place in shift..<shift + characters.count {
      var cut = whole
      cut.remove(at: place)
      compare(cut)
      // A third of them at each place, and each of them at each place of a block.
      for (number, byte) in Self.bytes.enumerated() where (place + number).isMultiple(of: 3) {
        var changed = whole
        changed[place] = byte
        compare(changed)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `any row of characters and stray bytes means what the standard says`(_ seed: UInt64) {
    var random = SmallRandom(seed: seed + 1)
    for _ in 0..<25 {
      var content: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        content += Self.characters[Int.random(in: 0..<Self.characters.count, using: &random)].utf8
      }
      compare(content)
      if content.isEmpty { continue }
      for _ in 0..<4 {
        let place = Int.random(in: 0..<content.count, using: &random)
        content[place] = Self.bytes[Int.random(in: 0..<Self.bytes.count, using: &random)]
        compare(content)
      }
    }
  }

  @Test(arguments: 0..<32)
  func `a character that is cut off is malformed, before plain text and at the end`(_ shift: Int) {
    for character in Self.characters {
      for length in 1..<max(2, character.utf8.count) {
        let content = [UInt8](repeating: 0x78, count: shift) + character.utf8.prefix(length)
        compare(content + [UInt8](repeating: 0x79, count: 64))
        let end = Array("<a>".utf8) + content
        guard case .malformed = expected(end) else { continue }
        #expect(found(end) == expected(end))
      }
    }
  }
}
