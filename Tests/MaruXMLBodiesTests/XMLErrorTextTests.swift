import Foundation
import MaruContract
import MaruHTTP
import MaruTesting
import MaruXML
import MaruXMLBodies
import Testing

/// What is told of a document that can't be read: its place, and not a word of it.
struct XMLErrorTextTests {
  struct Item: Decodable, Sendable {
    var count: Int
    var due: Date?
  }
  struct Page: Decodable, Sendable {
    var item: [Item]
    var more: [String: Int]?
    var total: Int
  }

  private func failure(_ document: String) throws -> CallError {
    try #require(
      try OneAnswer(document).failure(of: Endpoint<Page>.get("/page", as: .xml)), "\(document)")
  }

  @Test func `the reason has code, line, column and path`() throws {
    let document = "<page>\n <item><count>1</count></item>\n <item><count>two</count></item></page>"
    let error = try failure(document)
    #expect(
      error.reason
        == "the document has not the promised value (xml.type-mismatch in line 3, column 8), at item[1].count"
    )
    #expect(error.stage == .decoding && error.status == 200)
    let cause = try #require(error.cause?.value as? XMLError)
    #expect(cause.excerpt == "two")
    #expect(
      try failure("<page>\n <item>").reason
        == "the document breaks XML's rules (xml.not-well-formed in line 2, column 8)")
  }

  /// A type that says in its error what it has read.
  struct Talkative: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      switch text.count % 3 {
      case 0: throw XMLError(.invalidValue, expected: text, found: text, excerpt: text)
      case 1:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: text))
      default: throw Heard(text: text)
      }
    }
    struct Heard: Error, CustomStringConvertible {
      let text: String
      var description: String { text }
    }
  }

  static let documents = [
    "<PLANTED/>", "<PLANTED>", "<page><PLANTED></page>", "<page></PLANTED>",
    "<page>&PLANTED;</page>",
    "<page PLANTED='1' PLANTED='2'/>", "<page PLANTED='&PLANTED;'/>", "<page><PLANTED:x/></page>",
    "<page>PLANTED", "<page>PLANTED & more</page>", "<page>]]>PLANTED</page>",
    "<page><item><count>PLANTED</count></item></page>", "<page><item count='PLANTED'/></page>",
    "<page><item><count><PLANTED/></count></item></page>", "<page><item/>PLANTED</page>",
    "<page><item><count>1</count><count>PLANTED</count></item></page>",
    "<page><item><PLANTED>1</PLANTED></item></page>", "<page><item>PLANTED</item></page>",
    "<page><item><count>1</count><due>PLANTED</due></item></page>",
    "<page><item><count>1</count></item><more><PLANTED>x</PLANTED></more></page>",
    "<page><item><count>1</count></item><more><a>1</a><PLANTED><PLANTED/></PLANTED></more></page>",
    "<?xml version='1.0' encoding='PLANTED'?><page/>", "<?xml version='PLANTED'?><page/>",
    "<!DOCTYPE PLANTED><page/>", "<page><?xml PLANTED?></page>", "PLANTED", "{\"PLANTED\":1}",
    "<html>PLANTED</html>", "<page><!-- -- PLANTED --></page>", "<page xmlns:PLANTED=''/>",
    "<page/>PLANTED", "<page/><PLANTED/>", "<page>\u{1}PLANTED</page>",
  ]

  @Test(arguments: documents)
  func `nothing of the document is in any form of the error`(_ document: String) throws {
    for form in printedForms(of: try failure(document)) {
      #expect(!form.contains("PLANTED"), "\(document): \(form)")
    }
  }

  @Test(arguments: ["PLANTED", "PLANTED 1", "PLANTED 12"])
  func `nor if the type itself says it`(_ text: String) throws {
    let answer = try OneAnswer("<page>\(text)</page>")
    let error = try #require(
      try answer.failure(of: Endpoint<Talkative>.get("/page", as: .xml)))
    for form in printedForms(of: error) { #expect(!form.contains("PLANTED"), "\(form)") }
    let kinds = try OneAnswer("<PLANTED>\(text)</PLANTED>").failure(
      of: Endpoint<[String: Talkative]>.get("/page", as: .xml(chosenByRoot: XMLDecoder())))
    for form in printedForms(of: kinds as Any) { #expect(!form.contains("PLANTED"), "\(form)") }
  }

  @Test func `nor wherever the document is cut or broken`() throws {
    let document = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><page xmlns:p="PLANTED"><!-- PLANTED --><PLANTED \
      p:PLANTED="PLANTED">PLANTED</PLANTED><item><count>1</count></item><![CDATA[PLANTED]]></page>
      """.utf8)
    var codes: Set<CallError.Code> = []
    func look(_ bytes: [UInt8]) throws {
      guard
        let error = try OneAnswer(bytes).failure(of: Endpoint<Page>.get("/page", as: .xml))
      else { return }
      codes.insert(error.code)
      for form in printedForms(of: error) where form.contains("PLAN") {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(form)")
      }
    }
    for length in 0..<document.count { try look(Array(document[..<length])) }
    for index in document.indices {
      for byte: UInt8 in [0, 0x26, 0x3C, 0x3E, 0x22, 0xFF] {
        var broken = document
        broken[index] = byte
        try look(broken)
      }
    }
    #expect(codes == [.emptyBody, .undecodable, .wrongCharset, .unexpectedContent])
  }
}
