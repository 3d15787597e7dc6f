import MaruXML
import Testing

@Suite("Streams of values")
struct ElementStreamDecodingTests {
  private struct Item: Decodable, Sendable, Equatable {
    var id: Int
    var tag: [String]
  }

  private func pieces(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      for byte in text.utf8 { continuation.yield([byte]) }
      continuation.finish()
    }
  }

  @Test func `each element at the path is decoded`() async throws {
    let source = pieces(
      "<l><x/>\n<i id='1'/><i id='2'><tag>a</tag><tag>b</tag></i><o><i id='z'/></o></l>")
    var items: [Item] = []
    for try await item in XMLElementStream(Item.self, at: "l", "i", in: source) {
      items.append(item)
    }
    #expect(items == [Item(id: 1, tag: []), Item(id: 2, tag: ["a", "b"])])
  }

  @Test func `an error has its place in the whole document`() async throws {
    let source = pieces("<l>\n<i id='1'/>\n<i id='zz'/></l>")
    var iterator = XMLElementStream(Item.self, at: "l", "i", in: source).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.id == 1)
    let error = await #expect(throws: XMLError.self) { _ = try await iterator.next() }
    #expect(error?.code == .typeMismatch)
    #expect(error?.position?.line == 3)
    let last = try await iterator.next()
    #expect(last == nil)
  }
}
