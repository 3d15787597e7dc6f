import Foundation
import MaruXML

nonisolated struct Deal: Decodable, Sendable, Equatable {
  var district: String
  var amount: Int
  var dealt: Date
  var cancelled: Date?

  enum CodingKeys: String, CodingKey {
    case district = "umdNm", amount = "dealAmount", dealt = "dealYmd", cancelled = "cdealDay"
  }
}

nonisolated struct DealPage: Decodable, Sendable {
  var header: PortalHeader
  var body: DealList?
}

nonisolated struct PortalHeader: Decodable, Sendable {
  /// A string: as a number, `00` and `0` would be the same, and `INFO-000` none.
  var resultCode: String
}

nonisolated struct DealList: Decodable, Sendable, XMLShaped {
  var items: [Deal]
  var totalCount: Int

  enum CodingKeys: CodingKey { case items, totalCount }
  static let xmlShape = XMLShape(roles: [CodingKeys.items: .list(of: "item")])
}

/// What stands before the portal refuses under a root of its own.
nonisolated struct PortalRefusal: Decodable, Sendable {
  var reason: Reason

  struct Reason: Decodable, Sendable { var returnReasonCode: String }
  enum CodingKeys: String, CodingKey { case reason = "cmmMsgHeader" }
}

/// What the portal answers, always with status 200: the root tells which.
nonisolated enum DealAnswer: Decodable, Sendable {
  case page(DealPage)
  case refusal(PortalRefusal)

  enum CodingKeys: String, CodingKey { case page = "response", refusal = "OpenAPI_ServiceResponse" }
}
