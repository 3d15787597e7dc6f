internal import Foundation
internal import GatewayHTTP
internal import MaruHTTP

/// `GET /v1/deals`: sales of houses, as a public data portal answers.
///
/// Such portals are what XML is still met in, and what is odd about them is the point: a refusal has
/// status 200 and another root, a list without items looks in two ways, amounts have blanks and commas,
/// a blank date is none, and old months are in EUC-KR. There only with the development users.
enum DealsEndpoint {
  /// The key that may ask.
  static let key = "sample-key"

  private static let declaration = Declaration(
    .get, "/v1/deals", "listDeals", "Sales of houses in a month, as a public data portal answers",
    details: """
      Parameters of the declared form get XML with status 200: what is refused has a root of its own, \
      and an error a code of its own. 202601 and 202602 have no sales, 202603 one, all others three. \
      Months before 2020 are in EUC-KR.
      """,
    access: .anyone,
    parameters: [
      .query("serviceKey", .text(length: 1...128), "'\(key)'; any other is refused"),
      .query(
        "month", .text(pattern: "^[0-9]{4}(0[1-9]|1[0-2])$"), "year and month; none is an error"),
    ], limit: .none,
    answers: [
      Answer(200, "a page of sales, an error, or a refusal", contents: [.xml])
    ])

  static var endpoint: Endpoint {
    Endpoint(declaration) { call in
      let query = call.request.target.query
      guard query?["serviceKey"] == key else { return answer(DealsText.refusal) }
      guard let month = query?["month"] else { return answer(DealsText.withoutMonth) }
      return answer(DealsText.page(of: month), inEUCKR: month < "202001")
    }
  }

  private static func answer(_ text: String, inEUCKR isOld: Bool = false) -> Response {
    // What is called EUC-KR is its extension CP949 (WHATWG Encoding, §4.3); the number is Foundation's.
    let korean = isOld ? text.data(using: String.Encoding(rawValue: 0x8000_0422)) : nil
    var response = Response(status: 200, body: korean.map(Array.init) ?? Array(text.utf8))
    response.setKnown(
      "text/xml; charset=\(korean == nil ? "utf-8" : "EUC-KR")", for: .contentType)
    return response
  }
}
