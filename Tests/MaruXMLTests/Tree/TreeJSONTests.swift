import Foundation
import MaruXML
import Testing

@Suite("Trees as JSON")
struct TreeJSONTests {
  private func json(_ text: String, _ options: XMLJSONOptions = XMLJSONOptions()) throws -> String {
    String(decoding: try XMLTree(text).json(options), as: UTF8.self)
  }

  @Test func `a leaf is a string`() throws {
    #expect(try json("<a>x</a>") == "\"x\"")
    #expect(try json("<a/>") == "\"\"")
    #expect(try json("<a> 042 </a>") == "\" 042 \"")
    #expect(try json("<a>\"\\\n\t가&#13;</a>") == "\"\\\"\\\\\\n\\t가\\r\"")
  }

  @Test func `attributes and text are members of their own`() throws {
    #expect(
      try json("<cost unit='KRW'>5</cost>")
        == "{\"@attributes\":{\"unit\":\"KRW\"},\"#value\":\"5\"}")
    #expect(try json("<a b='1'/>") == "{\"@attributes\":{\"b\":\"1\"}}")
  }

  @Test func `elements are members, and lists where they occur again`() throws {
    let text = "<r>\n <b>1</b>\n <c>2</c>\n <b>3</b>\n</r>"
    #expect(try json(text) == "{\"b\":[\"1\",\"3\"],\"c\":\"2\"}")
    #expect(
      try json(text, XMLJSONOptions(lists: ["c", "none"], hasRootName: true))
        == "{\"r\":{\"b\":[\"1\",\"3\"],\"c\":[\"2\"]}}")
    #expect(try json("<r>x<b/>y</r>") == "{\"#value\":\"xy\",\"b\":\"\"}")
    #expect(
      try json("<r xmlns:p='u'><p:b p:c='1'/></r>") == "{\"p:b\":{\"@attributes\":{\"p:c\":\"1\"}}}"
    )
  }

  @Test func `what comes out is JSON, whatever went in`() throws {
    var random = SmallRandom(seed: 3)
    for _ in 0..<200 {
      let tree = try RandomTree.make(&random)
      let data = Data(tree.json(XMLJSONOptions(hasRootName: true)))
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: data) }
    }
  }
}
