import Foundation
import Testing

/// What the sample of a public data portal answers.
@Suite struct DealTests {
  private func answer(_ query: String) throws -> RawAnswer {
    let answer = try Shared.gateway.get().call("GET", "/v1/deals" + query)
    #expect(answer.status == 200)
    return answer
  }

  private func text(_ query: String) throws -> String {
    let answer = try answer(query)
    #expect(answer["Content-Type"] == "text/xml; charset=utf-8")
    return String(decoding: answer.body, as: UTF8.self)
  }

  @Test func `months have no sales, one or three`() throws {
    func items(_ month: String) throws -> Int {
      try text("?serviceKey=sample-key&month=\(month)").components(separatedBy: "<item>").count - 1
    }
    #expect(try items("202601") == 0)
    #expect(try text("?serviceKey=sample-key&month=202601").contains("<items/>"))
    #expect(try items("202602") == 0)
    #expect(try !text("?serviceKey=sample-key&month=202602").contains("<items"))
    #expect(try items("202603") == 1)
    #expect(try items("202604") == 3)
  }

  @Test func `old months are in EUC-KR`() throws {
    let answer = try answer("?serviceKey=sample-key&month=201912")
    #expect(answer["Content-Type"] == "text/xml; charset=EUC-KR")
    // Seoul, Busan and Jeju in KS X 1001.
    let names: [[UInt8]] = [
      [0xBC, 0xAD, 0xBF, 0xEF], [0xBA, 0xCE, 0xBB, 0xEA], [0xC1, 0xA6, 0xC1, 0xD6],
    ]
    for name in names {
      let element = Array("<umdNm>".utf8) + name + Array("</umdNm>".utf8)
      #expect(Data(answer.body).firstRange(of: Data(element)) != nil)
    }
  }

  @Test func `a refusal has status 200 and a root of its own`() throws {
    for query in ["", "?month=202604", "?serviceKey=other&month=202604"] {
      let text = try text(query)
      #expect(text.hasPrefix("<OpenAPI_ServiceResponse>"))
      #expect(text.contains("<returnReasonCode>30</returnReasonCode>"))
    }
    #expect(try text("?serviceKey=sample-key").contains("<resultCode>11</resultCode>"))
  }
}
