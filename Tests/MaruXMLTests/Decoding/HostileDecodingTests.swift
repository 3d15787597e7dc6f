import Foundation
import MaruXML
import Testing

struct HostileDecodingTests {
  private struct Node: Decodable { let n: [Node] }
  private final class Link: Decodable { let n: Link? }
  private indirect enum Tree: Decodable {
    case leaf
    case n(Tree)
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "<n>", count: depth) + String(repeating: "</n>", count: depth)
  }

  @Test func `a document that is too deep is refused by the parser`() throws {
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Node.self, from: nested(100_000))
    }
    #expect(error.code == .limitExceeded)
  }

  @Test func `a type that follows a deep document ends before the stack does`() throws {
    var decoder = XMLDecoder()
    decoder.options.limits.depth = 200_000
    for read: () throws -> Void in [
      { _ = try decoder.decode(Node.self, from: nested(100_000)) },
      { _ = try decoder.decode(Link.self, from: nested(100_000)) },
      { _ = try decoder.decode(Tree.self, from: "<r>" + nested(100_000) + "</r>") },
    ] {
      let error = try #require(throws: XMLError.self) { try read() }
      #expect(error.code == .limitExceeded)
    }
  }

  /// In KiB. The address sanitizer's frames are several times as large as what is left for the last one.
  private static let stacks =
    ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
    ? [16 * 1024, 2048, 512] : [128 * 1024]

  @Test(arguments: stacks)
  func `a deep document is read or refused, and never ends a small stack`(
    _ kilobytes: Int
  ) async throws {
    let text = nested(510)
    let result = await onThread(kilobytes: kilobytes) {
      Result { try XMLDecoder().decode(Node.self, from: text) }
    }
    do {
      var node = try result.get()
      var depth = 1
      while let next = node.n.first {
        node = next
        depth += 1
      }
      // The innermost has nothing in it, and so is no item.
      #expect(depth == 509)
    } catch let error as XMLError {
      #expect(error.code == .limitExceeded && kilobytes < 16 * 1024)
    }
  }

  @Test(arguments: stacks)
  func `a deep value is written or refused, and never ends a small stack`(
    _ kilobytes: Int
  ) async throws {
    struct Deep: Encodable {
      let n: [Deep]
    }
    var deep = Deep(n: [])
    for _ in 0..<500 { deep = Deep(n: [deep]) }
    let result = await onThread(kilobytes: kilobytes) { [deep] in
      Result { try XMLEncoder().bytes(deep) }
    }
    do {
      #expect(try XMLTree(bytes: result.get()).name == "Deep")
    } catch let error as XMLError {
      #expect(error.code == .limitExceeded && kilobytes < 16 * 1024)
    }
  }

  private func onThread<Value: Sendable>(
    kilobytes: Int, _ work: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = kilobytes * 1024
      thread.start()
    }
  }

  @Test func `a decoder that is kept does not outlive its document`() throws {
    struct Keeper: Decodable {
      let container: any UnkeyedDecodingContainer
      init(from decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }
    }
    var container = try XMLDecoder().decode(Keeper.self, from: "<a><b>1</b></a>").container
    #expect(try container.decode(Int.self) == 1)
    #expect(container.isAtEnd)
    #expect(throws: XMLError.self) { _ = try container.decode(Int.self) }
  }

  struct Everything: Codable {
    var a: Int?
    var b: [String]
    var c: [Everything]?
    var d: Date?
    var e: [String: Double]?
    var f: ComplaintTests.Piece?
    var g: Decimal?
  }

  @Test func `no damage to a document ends the process`() throws {
    let text = """
      <r a="1"><b>x &amp; y</b><b><![CDATA[z]]></b><c><b/><d>2026-04-01T00:30:00Z</d></c>
      <e><k>1.5</k><l>2</l></e><f><a>1</a></f><g>0.10</g></r>
      """
    let bytes = Array(text.utf8)
    let decoder = XMLDecoder()
    _ = try decoder.decode(Everything.self, from: bytes)
    for length in bytes.indices {
      #expect(throws: XMLError.self) {
        _ = try decoder.decode(Everything.self, from: Array(bytes[..<length]))
      }
    }
    var read = 0
    for index in bytes.indices {
      for replacement: UInt8 in [0, 0x20, 0x22, 0x26, 0x2F, 0x3C, 0x3E, 0x61, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] = replacement
        do {
          _ = try decoder.decode(Everything.self, from: damaged)
          read += 1
        } catch is XMLError {
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    #expect(read > 0)
  }

  @Test func `an error keeps the text to itself`() throws {
    struct Login: Decodable { let age: Int }
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Login.self, from: "<l><age>hunter2</age></l>")
    }
    var dumped = ""
    dump(error, to: &dumped)
    #expect(error.excerpt == "hunter2")
    #expect(!"\(error)".contains("hunter2") && !dumped.contains("hunter2"))
  }

  @Test func `what a type says of a value it refuses is placed`() throws {
    enum Kind: String, Decodable { case one }
    struct Outer: Decodable { let kind: [Kind] }
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Outer.self, from: "<o><kind>one</kind><kind>two</kind></o>")
    }
    #expect(error.code == .invalidValue && "\(error)".contains("kind[1]"))
    #expect(error.position?.column == 20)
    struct Own: Error {}
    struct Thrower: Decodable { init(from decoder: any Decoder) throws { throw Own() } }
    #expect(throws: Own.self) { _ = try XMLDecoder().decode([Thrower].self, from: "<a><b/></a>") }
  }

  @Test func `a missing key names the key and the element`() throws {
    struct Inner: Decodable { let x: Int }
    struct Outer: Decodable { let inner: Inner }
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Outer.self, from: "<o>\n<inner/></o>")
    }
    #expect(error.code == .keyNotFound && error.position?.line == 2)
    #expect("\(error)".contains("inner.x") && "\(error)".contains("'x'"))
    #expect(throws: XMLError.self) { _ = try XMLDecoder().decode(Outer.self, from: "<o/>") }
    #expect(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Outer.self, from: "<o inner='1'/>")
    }
    #expect(throws: XMLError.self) { _ = try XMLDecoder().decode(Outer.self, from: "<o>1</o>") }
  }

  @Test func `text with elements in it is no string`() throws {
    struct Outer: Decodable { let s: String }
    let error = try #require(throws: XMLError.self) {
      _ = try XMLDecoder().decode(Outer.self, from: "<o><s>a<b/>c</s></o>")
    }
    #expect(error.code == .typeMismatch && "\(error)".contains("'b'"))
  }
}
