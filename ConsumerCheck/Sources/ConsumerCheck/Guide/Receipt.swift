import Foundation
import Maru
import MaruXML
import MaruXMLBodies

nonisolated struct Receipt: Codable, Sendable, Equatable {
  var number: String
  var total: Cost
  var tags: [String]
  var lines: [String]
  var author: String?
}

nonisolated struct Cost: Codable, Sendable, Equatable {
  var unit: String
  var amount: Decimal
}

nonisolated extension Receipt: XMLShaped {
  static let xmlShape = XMLShape(
    "receipt", in: "urn:example:receipts",
    roles: [
      CodingKeys.number: .attribute,
      CodingKeys.tags: .element("tag"),
      CodingKeys.lines: .list(of: "line"),
      CodingKeys.author: .element(XMLName("creator", in: "http://purl.org/dc/elements/1.1/")),
    ])
}

nonisolated extension Cost: XMLShaped {
  static let xmlShape = XMLShape(roles: [CodingKeys.unit: .attribute, CodingKeys.amount: .text])
}

nonisolated struct Paragraph: Codable, Sendable, Equatable, XMLShaped {
  var parts: [Part]

  enum CodingKeys: CodingKey { case parts }
  static let xmlShape = XMLShape("p", roles: [CodingKeys.parts: .content])
}

nonisolated enum Part: Codable, Sendable, Equatable, XMLShaped {
  case text(String)
  case bold(String)

  enum CodingKeys: String, CodingKey { case text, bold = "b" }
  static let xmlShape = XMLShape(roles: [CodingKeys.text: .text])
}

nonisolated extension Endpoint where Value == Receipt {
  static func receipt(_ number: String) -> Self {
    .get("/receipts/\(number)", as: .xml, credential: .none)
  }

  static func storing(_ receipt: Receipt) -> Self {
    .put("/receipts/\(receipt.number)", body: .xml(receipt), as: .xml, credential: .none)
  }

  /// For a server that answers in JSON or XML as it likes.
  static func anyReceipt(_ number: String) -> Self {
    .get(
      "/receipts/\(number)",
      as: .decoded(byContentType: JSONBodyDecoder.standard, XMLBodyDecoder.standard),
      credential: .none)
  }
}

/// What a delegate would gather, asked of a tree.
nonisolated func titles(of feed: [UInt8]) throws -> [String] {
  let feed = try XMLTree(bytes: feed)
  return feed["channel"]?.elements("item").compactMap { $0["title"]?.text } ?? []
}
