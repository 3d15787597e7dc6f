import Foundation
import Maru
import MaruTesting
import MaruXML

/// Runs what the guide's page on XML shows, against a portal and a shop of the same shape.
struct DealRun {
  private static let key = "sample-key"

  /// What both portals answer: the one here, and the gateway's.
  func read(with client: MaruClient, expect: (Bool, String) -> Void) async throws {
    let deals = Deals(client: client, key: Self.key)
    for month in ["202601", "202602"] {
      expect(try await deals.deals(month: month).isEmpty, "no deals are no deals: \(month)")
    }
    let one = try await deals.deals(month: "202603")
    expect(one.map(\.amount) == [184_000], "one deal is a list of one")
    expect(one.first?.cancelled == nil, "a blank date is none")
    let many = try await deals.deals(month: "202604")
    expect(many.map(\.district) == ["서울", "부산", "제주"], "many deals are read")
    expect(many.map { $0.cancelled == nil } == [true, true, false], "a date is a date")
    let old = try await deals.deals(month: "201912")
    expect(old.map(\.district) == ["서울", "부산", "제주"], "EUC-KR is read")
    do {
      _ = try await Deals(client: client, key: "unknown").deals(month: "202604")
      expect(false, "a refusal with status 200 is an error")
    } catch let error as PortalError { expect(error.code == "30", "its code is told: \(error)") }
  }

  /// The same against a gateway with development users.
  func run(against gateway: URL, expect: (Bool, String) -> Void) async throws {
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: gateway, plainHTTP: .allowedToLoopback), credentials: nil)
    try await read(with: client, expect: expect)
    await client.shutdown(.finishing)
  }

  func run(expect: (Bool, String) -> Void) async throws {
    guard let address = URL(string: "https://api.example.com") else { return }
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: address),
      transport: FakeTransport(clock: ManualClock(), server: answer), ownership: .client,
      credentials: nil, surroundings: .system)
    try await read(with: client, expect: expect)
    let deals = Deals(client: client, key: Self.key)
    expect(try await deals.deals(month: "empty").isEmpty, "a list of white space is empty")
    do {
      _ = try await deals.deals(month: "wrong")
      expect(false, "an error of the portal's is an error")
    } catch let error as PortalError { expect(error.code == "99", "its code is told: \(error)") }
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
    try Data(page("<items>\(item())\(item())</items>").utf8).write(to: file)
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

nonisolated private func item(_ district: String = "서울", cancelled: String = " ") -> String {
  """
  <item><umdNm>\(district)</umdNm><dealAmount> 184,000</dealAmount><dealYmd>20260610</dealYmd>\
  <cdealDay>\(cancelled)</cdealDay></item>
  """
}

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
  let many = "<items>\(item())\(item("부산"))\(item("제주", cancelled: "20260627"))</items>"
  let portal = "/v1/deals?serviceKey=sample-key&month="
  guard !path.hasPrefix(portal) else {
    switch path.dropFirst(portal.count) {
    case "202601": return xml(page("<items/>"))
    case "202602": return xml(page(""))
    case "202603": return xml(page("<items>\(item())</items>"))
    case "202604": return xml(page(many))
    case "201912": return sent(inEUCKR(page(many)), as: "text/xml; charset=EUC-KR")
    case "empty": return xml(page("<items>\n</items>"))
    case "wrong": return xml(page("", code: "99"))
    case "page": return xml("<!DOCTYPE html><html><body>502</body></html>")
    case "json": return xml(#"{"resultCode":"00"}"#)
    case "nothing": return xml("")
    case "half": return xml("<response><header>")
    default: return ServerAct.response(404)
    }
  }
  switch path {
  case _ where path.hasPrefix("/v1/deals"):
    return xml(
      """
      <OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>\
      <returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>
      """)
  case "/receipts/0042" where request.method == .put:
    return sent(request.body, as: "application/xml")
  case "/receipts/0042", "/receipts/xml": return xml(receipt)
  case "/receipts/json": return sent(Array(json.utf8), as: "application/json")
  default: return ServerAct.response(404)
  }
}

/// The text with its three names in EUC-KR.
nonisolated private func inEUCKR(_ text: String) -> [UInt8] {
  let names: [Character: [UInt8]] = [
    "서": [0xBC, 0xAD], "울": [0xBF, 0xEF], "부": [0xBA, 0xCE], "산": [0xBB, 0xEA],
    "제": [0xC1, 0xA6], "주": [0xC1, 0xD6],
  ]
  return text.flatMap { names[$0] ?? Array(String($0).utf8) }
}

nonisolated private func xml(_ text: String) -> [ServerAct] {
  sent(Array(text.utf8), as: "text/xml; charset=utf-8")
}

nonisolated private func sent(_ body: [UInt8], as type: String) -> [ServerAct] {
  ServerAct.response(200, [(.contentType, type)], body: body)
}
