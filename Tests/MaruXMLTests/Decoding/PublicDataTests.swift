import Foundation
import MaruXML
import Testing

/// Shapes that public services answer with, in data of our own.
struct PublicDataTests {
  struct Deal: Codable, Equatable {
    let dealAmount: Int
    let rgstDate: Date?
    let cdealDay: Int?
    let dong: String?
  }

  /// A list with an element around it, which may be missing, empty or hold one.
  struct Page: Decodable, Equatable, XMLShaped {
    struct Header: Decodable, Equatable {
      let resultCode: String
      let resultMsg: String
    }
    struct Body: Decodable, Equatable, XMLShaped {
      let items: [Deal]
      let numOfRows: Int?
      let totalCount: Int?
      enum CodingKeys: CodingKey { case items, numOfRows, totalCount }
      static let xmlShape = XMLShape(roles: [CodingKeys.items: .list(of: "item")])
    }
    let header: Header
    let body: Body?
    static let xmlShape = XMLShape("response")
  }

  private var decoder: XMLDecoder {
    var decoder = XMLDecoder()
    decoder.numberStrategy.groupSeparator = ","
    decoder.dateStrategy = .pattern(XMLDatePattern("yyyyMMdd", secondsFromUTC: 9 * 3600))
    return decoder
  }

  private func page(_ items: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <response><header><resultCode>00</resultCode><resultMsg>NORMAL SERVICE.</resultMsg></header>
    <body>\(items)<numOfRows>10</numOfRows><totalCount>3</totalCount></body></response>
    """
  }

  private let one =
    "<item><dealAmount> 184,000</dealAmount><rgstDate></rgstDate><cdealDay> </cdealDay></item>"
  private let other =
    "<item><dealAmount>9</dealAmount><rgstDate>20260610</rgstDate><cdealDay>2</cdealDay>"
    + "<dong>가람동</dong></item>"

  @Test func `a list has none, one or many items, wherever its element has got to`() throws {
    let deal = Deal(dealAmount: 184_000, rgstDate: nil, cdealDay: nil, dong: nil)
    let second = Deal(
      dealAmount: 9, rgstDate: Date(timeIntervalSince1970: 1_781_017_200), cdealDay: 2,
      dong: "가람동")
    for (items, expected) in [
      ("", []), ("<items/>", []), ("<items></items>", []), ("<items>\n</items>", []),
      ("<items>\(one)</items>", [deal]), ("<items>\n \(one) \(other)\n</items>", [deal, second]),
    ] {
      let page = try decoder.decode(Page.self, from: page(items))
      #expect(page.body?.items == expected)
      #expect(page.header.resultCode == "00" && page.body?.totalCount == 3)
    }
  }

  @Test func `text where a list should be is an error`() {
    #expect(throws: XMLError.self) {
      _ = try decoder.decode(Page.self, from: page("<items>none</items>"))
    }
  }

  @Test func `another root is not taken for an answer without fields`() throws {
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode(Page.self, from: gatewayError)
    }
    #expect(error.code == .unexpectedRoot)
    #expect("\(error)".contains("response") && "\(error)".contains("OpenAPI_ServiceResponse"))
  }

  private let gatewayError = """
    <OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>
    <returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg>
    <returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>
    """

  struct ServiceError: Decodable, Equatable {
    struct Header: Decodable, Equatable {
      let returnAuthMsg: String
      let returnReasonCode: String
    }
    let cmmMsgHeader: Header
  }

  enum Answer: Decodable, Equatable {
    case response(Page)
    case failure(ServiceError)
    enum CodingKeys: String, CodingKey { case response, failure = "OpenAPI_ServiceResponse" }
  }

  @Test func `the root chooses between an answer and an error`() throws {
    guard case .response(let page) = try decoder.decode(oneOf: Answer.self, from: page("")) else {
      Issue.record("no page")
      return
    }
    #expect(page.header.resultMsg == "NORMAL SERVICE.")
    let failure = try decoder.decode(oneOf: Answer.self, from: gatewayError)
    #expect(
      failure
        == .failure(
          .init(
            cmmMsgHeader: .init(
              returnAuthMsg: "SERVICE_KEY_IS_NOT_REGISTERED_ERROR", returnReasonCode: "30"))))
    let error = try #require(throws: XMLError.self) {
      _ = try decoder.decode(oneOf: Answer.self, from: "<html/>")
    }
    #expect(error.code == .unexpectedRoot && "\(error)".contains("html"))
  }

  @Test func `items of a bus service stand beside each other in the body`() throws {
    struct Result: Decodable {
      struct Header: Decodable { let headerCd: Int }
      struct Stop: Decodable, Equatable { let stId: String }
      struct Body: Decodable { let itemList: [Stop] }
      let msgHeader: Header
      let msgBody: Body?
    }
    let text = """
      <ServiceResult><msgHeader><headerCd>4</headerCd></msgHeader><msgBody/></ServiceResult>
      """
    let empty = try decoder.decode(Result.self, from: text)
    #expect(empty.msgHeader.headerCd == 4 && empty.msgBody?.itemList ?? [] == [])
    let full = text.replacingOccurrences(
      of: "<msgBody/>",
      with:
        "<msgBody><itemList><stId>007</stId></itemList><itemList><stId>8</stId></itemList></msgBody>"
    )
    #expect(
      try decoder.decode(Result.self, from: full).msgBody?.itemList
        == [.init(stId: "007"), .init(stId: "8")])
  }

  @Test func `rows stand beside a count, and names are in capitals`() throws {
    struct Code: Decodable { let code: String }
    struct Row: Decodable, Equatable {
      let kidName: String?
      let fee: Int?
    }
    struct Culture: Decodable {
      let count: Int
      let result: Code
      let row: [Row]
      enum CodingKeys: String, CodingKey { case count = "list_total_count", result = "RESULT", row }
    }
    var decoder = decoder
    decoder.shapes[Culture.self] = XMLShape(roles: [
      Culture.CodingKeys.count: .element("list_total_count"),
      Culture.CodingKeys.result: .element("RESULT"), Culture.CodingKeys.row: .element("row"),
    ])
    decoder.keyStrategy = .upperSnakeCase
    let culture = try decoder.decode(
      Culture.self,
      from: """
        <culturalEventInfo><list_total_count>2</list_total_count>
        <RESULT><CODE>INFO-000</CODE></RESULT>
        <row><KID_NAME/><FEE>1,000</FEE></row><row><KID_NAME>a</KID_NAME><FEE/></row>
        </culturalEventInfo>
        """)
    #expect(culture.count == 2 && culture.result.code == "INFO-000")
    #expect(culture.row == [Row(kidName: "", fee: 1000), Row(kidName: "a", fee: nil)])
  }

  @Test func `a body that is no XML is called so`() throws {
    for text in ["<!DOCTYPE html><html><body>502</body></html>", "", "  \n", #"{"a":1}"#] {
      let error = try #require(throws: XMLError.self, "\(text)") {
        _ = try decoder.decode(Page.self, from: text)
      }
      #expect(error.code == .notXML, "\(text)")
    }
  }

  @Test func `a body in EUC-KR is read`() throws {
    struct Place: Decodable { let name: String }
    let bytes =
      Array(#"<?xml version="1.0" encoding="EUC-KR"?><p><name>"#.utf8) + [0xB0, 0xA1, 0x81, 0x41]
      + Array("</name></p>".utf8)
    #expect(try XMLDecoder().decode(Place.self, from: bytes).name == "가갂")
  }
}
