import Foundation
import Maru
import MaruTesting
import MaruXML

/// Runs what the guide's page on XML shows, against a portal and a shop of the same shape.
struct DealRun {
  func run(expect: (Bool, String) -> Void) async throws {
    guard let address = URL(string: "https://api.example.com") else { return }
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: address),
      transport: FakeTransport(clock: ManualClock(), server: answer), ownership: .client,
      credentials: nil, surroundings: .system)
    let deals = Deals(client: client)
    for month in ["absent", "none", "empty"] {
      expect(try await deals.deals(month: month).isEmpty, "no deals are no deals: \(month)")
    }
    let one = try await deals.deals(month: "one")
    expect(one.map(\.amount) == [184_000], "one deal is a list of one")
    expect(one.first?.cancelled == nil, "a blank date is none")
    let many = try await deals.deals(month: "many")
    expect(many.map(\.district) == ["서울", "서울"], "EUC-KR is read")
    for (month, code) in [("refused", "30"), ("wrong", "99")] {
      do {
        _ = try await deals.deals(month: month)
        expect(false, "a refusal with status 200 is an error")
      } catch let error as PortalError { expect(error.code == code, "its code is told: \(error)") }
    }
    for (month, code) in [
      ("page", CallError.Code.unexpectedContent), ("json", .unexpectedContent),
      ("nothing", .emptyBody), ("half", .undecodable),
    ] {
      do {
        _ = try await deals.deals(month: month)
        expect(false, "what is no XML is an error: \(month)")
      } catch let error as CallError { expect(error.code == code, "\(month): \(error)") }
    }

    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(page("<items>\(item)\(item)</items>").utf8).write(to: file)
    expect(try await deals.total(of: file) == 368_000, "a file is read deal by deal")
    try FileManager.default.removeItem(at: file)

    let receipt = Receipt(
      number: "0042", total: Cost(unit: "KRW", amount: 5), tags: ["a", "b"], lines: ["Tea"],
      author: "Kim")
    expect(try await client.send(.storing(receipt)) == receipt, "a receipt is sent and read")
    expect(try await client.send(.receipt("0042")) == receipt, "so is it by its number")
    for form in ["xml", "json"] {
      expect(try await client.send(.anyReceipt(form)) == receipt, "in either form: \(form)")
    }
    await client.shutdown(.finishing)

    let parts = Paragraph(parts: [.text("one "), .bold("two"), .text(" three")])
    let text = "<p>one <b>two</b> three</p>"
    expect(try XMLDecoder().decode(Paragraph.self, from: text) == parts, "content keeps its order")
    expect(try XMLEncoder().text(parts).hasSuffix(text), "and is written so")
    let feed = Array("<rss><channel><item><title>A</title></item></channel></rss>".utf8)
    expect(try titles(of: feed) == ["A"], "a tree is asked for what a delegate gathers")
  }
}

nonisolated private let item = """
  <item><umdNm>서울</umdNm><dealAmount> 184,000</dealAmount><dealYmd>20260610</dealYmd>\
  <cdealDay> </cdealDay></item>
  """

nonisolated private func page(_ items: String, code: String = "00") -> String {
  """
  <response><header><resultCode>\(code)</resultCode></header>\
  <body>\(items)<totalCount>3</totalCount></body></response>
  """
}

/// The server; runs where the client runs it.
nonisolated private func answer(_ request: FakeRequest) -> [ServerAct] {
  let path = request.url.string.dropFirst("https://api.example.com".count)
  let receipt = """
    <receipt xmlns="urn:example:receipts" number="0042"><total unit="KRW">5</total><tag>a</tag>\
    <tag>b</tag><lines><line>Tea</line></lines>\
    <d:creator xmlns:d="http://purl.org/dc/elements/1.1/">Kim</d:creator></receipt>
    """
  let json = """
    {"number":"0042","total":{"unit":"KRW","amount":5},"tags":["a","b"],"lines":["Tea"],\
    "author":"Kim"}
    """
  switch path {
  case "/deals?month=absent": return xml(page(""))
  case "/deals?month=none": return xml(page("<items/>"))
  case "/deals?month=empty": return xml(page("<items>\n</items>"))
  case "/deals?month=one": return xml(page("<items>\(item)</items>"))
  case "/deals?month=many":
    // The same in EUC-KR, in which 서울 is BC AD BF EF.
    let pieces = page("<items>\(item)\(item)</items>").split(separator: "서울")
    let bytes = pieces.map { Array($0.utf8) }.joined(separator: [0xBC, 0xAD, 0xBF, 0xEF])
    return sent(Array(bytes), as: "text/xml; charset=EUC-KR")
  case "/deals?month=refused":
    return xml(
      """
      <OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>\
      <returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>
      """)
  case "/deals?month=wrong": return xml(page("", code: "99"))
  case "/deals?month=page": return xml("<!DOCTYPE html><html><body>502</body></html>")
  case "/deals?month=json": return xml(#"{"resultCode":"00"}"#)
  case "/deals?month=nothing": return xml("")
  case "/deals?month=half": return xml("<response><header>")
  case "/receipts/0042" where request.method == .put:
    return sent(request.body, as: "application/xml")
  case "/receipts/0042", "/receipts/xml": return xml(receipt)
  case "/receipts/json": return sent(Array(json.utf8), as: "application/json")
  default: return ServerAct.response(404)
  }
}

nonisolated private func xml(_ text: String) -> [ServerAct] {
  sent(Array(text.utf8), as: "text/xml; charset=utf-8")
}

nonisolated private func sent(_ body: [UInt8], as type: String) -> [ServerAct] {
  ServerAct.response(200, [(.contentType, type)], body: body)
}
