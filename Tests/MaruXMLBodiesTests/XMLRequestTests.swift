import Foundation
import MaruContract
import MaruHTTP
import MaruTesting
import MaruXML
import MaruXMLBodies
import Testing

/// Bodies that are sent in XML.
struct XMLRequestTests {
  struct Order: Codable, Sendable, Equatable, XMLShaped {
    var id: Int
    var note: String
    static let xmlShape = XMLShape("order", roles: [CodingKeys.id: .attribute])
  }
  private enum Choice: Codable, Equatable {
    case order(Order)
  }

  private func sent(_ body: EndpointBody) throws -> String {
    let answer = try OneAnswer("", as: nil, status: 204)
    try answer.send(Endpoint<Void>.post("/orders", body: body))
    let request = try #require(answer.transport.requests.first)
    #expect(request.headers[.contentType] == "application/xml")
    return String(decoding: request.body, as: UTF8.self)
  }

  private static let order = Order(id: 7, note: "차 & \u{1F375}")
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <order id="7"><note>차 &amp; \u{1F375}</note></order>
    """

  @Test func `a value is a document in UTF-8`() throws {
    #expect(try sent(.xml(Self.order)) == Self.document)
    #expect(try sent(.xml(oneOf: Choice.order(Self.order))) == Self.document)
    #expect(try sent(.xml(XMLTree(Self.document))) == Self.document)
    var encoder = XMLEncoder()
    encoder.writesDeclaration = false
    let root = try sent(.xml(Self.order, root: XMLName("o", in: "u"), encoder: encoder))
    #expect(root.hasPrefix("<o xmlns=\"u\" id=\"7\">"))
  }

  @Test func `what is sent is what is read`() throws {
    let answer = try OneAnswer(try sent(.xml(Self.order)))
    #expect(try answer.send(Endpoint<Order>.post("/orders", as: .xml)) == Self.order)
  }

  @Test func `what XML can't hold is not sent, and not told`() throws {
    let answer = try OneAnswer("", as: nil, status: 204)
    for body: EndpointBody in [
      .xml(Order(id: 1, note: "PLANTED\u{1}")), .xml(["PLANTED <": 1]),
      .xml(Self.order, root: "PLANTED >"),
    ] {
      let error = try #require(try answer.failure(of: Endpoint<Void>.post("/orders", body: body)))
      #expect(error.code == .configuration && error.outcome == .notSent)
      for form in printedForms(of: error) { #expect(!form.contains("PLANTED"), "\(form)") }
    }
    #expect(answer.transport.requests.isEmpty)
  }
}
