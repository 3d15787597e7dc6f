/// What the deals' portal says, as XML.
enum DealsText {
  /// A sale, in what the portal writes.
  private struct Deal {
    let district: String
    let amount: String
    let day: String
    /// When it was called off; nil if it was not.
    let cancelled: String?
  }

  private static let deals = [
    Deal(district: "서울", amount: " 184,000", day: "10", cancelled: nil),
    Deal(district: "부산", amount: " 52,300", day: "11", cancelled: nil),
    Deal(district: "제주", amount: " 7,900", day: "24", cancelled: "27"),
  ]

  /// The sales of a month, which is six digits.
  static func page(of month: String) -> String {
    switch month {
    case "202601": page("<items/>", count: 0)
    case "202602": page("", count: 0)
    case "202603": page(items(deals.prefix(1), month), count: 1)
    default: page(items(deals[...], month), count: deals.count)
    }
  }

  static let withoutMonth = """
    <response><header><resultCode>11</resultCode>\
    <resultMsg>NO_MANDATORY_REQUEST_PARAMETERS_ERROR</resultMsg></header></response>
    """

  static let refusal = """
    <OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>\
    <returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg>\
    <returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>
    """

  private static func items(_ deals: ArraySlice<Deal>, _ month: String) -> String {
    let items = deals.map { deal in
      """
      <item><umdNm>\(deal.district)</umdNm><dealAmount>\(deal.amount)</dealAmount>\
      <dealYmd>\(month)\(deal.day)</dealYmd>\
      <cdealDay>\(deal.cancelled.map { month + $0 } ?? " ")</cdealDay></item>
      """
    }
    return "<items>\(items.joined())</items>"
  }

  private static func page(_ items: String, count: Int) -> String {
    """
    <response><header><resultCode>00</resultCode><resultMsg>NORMAL SERVICE.</resultMsg></header>\
    <body>\(items)<numOfRows>10</numOfRows><pageNo>1</pageNo><totalCount>\(count)</totalCount></body>\
    </response>
    """
  }
}
