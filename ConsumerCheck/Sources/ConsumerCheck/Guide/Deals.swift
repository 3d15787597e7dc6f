import Foundation
import Maru
import MaruXML
import MaruXMLBodies

nonisolated extension XMLDecoder {
  static var portal: XMLDecoder {
    var decoder = XMLDecoder()
    decoder.numberStrategy.groupSeparator = ","
    decoder.dateStrategy = .pattern(XMLDatePattern("yyyyMMdd", secondsFromUTC: 9 * 3600))
    return decoder
  }
}

nonisolated extension Endpoint where Value == DealAnswer {
  static func deals(month: String, key: String) -> Self {
    .get(
      "/v1/deals", query: ["serviceKey": key, "month": month], as: .xml(chosenByRoot: .portal),
      credential: .none)
  }
}

nonisolated struct PortalError: Error, Equatable { var code: String }

nonisolated struct Deals: Sendable {
  let client: MaruClient
  let key: String

  func deals(month: String) async throws -> [Deal] {
    switch try await client.send(.deals(month: month, key: key)) {
    case .page(let page) where page.header.resultCode == "00": return page.body?.items ?? []
    case .page(let page): throw PortalError(code: page.header.resultCode)
    case .refusal(let refusal): throw PortalError(code: refusal.reason.returnReasonCode)
    }
  }

  /// A month's file, of any size, in the memory of one deal.
  func total(of file: URL) async throws -> Int {
    var total = 0
    let deals = XMLElementStream(
      Deal.self, at: "response", "body", "items", "item", in: XMLFileBytes(file), decoder: .portal)
    for try await deal in deals { total += deal.amount }
    return total
  }
}
