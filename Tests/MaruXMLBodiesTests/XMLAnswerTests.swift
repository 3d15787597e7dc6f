import Foundation
import MaruContract
import MaruHTTP
import MaruTesting
import MaruXML
import MaruXMLBodies
import Testing

/// What an answer in XML means, and what is none (CALL-8, CALL-10).
struct XMLAnswerTests {
  struct Place: Codable, Sendable, Equatable, XMLShaped {
    var name: String
    static let xmlShape = XMLShape("place")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var body: [UInt8]
    var type: String?
    var status = 200
    var code: CallError.Code?
    var testDescription: String { name }

    init(
      _ name: String, _ body: String, as type: String? = "application/xml", status: Int = 200,
      _ code: CallError.Code?
    ) {
      self.init(name, Array(body.utf8), as: type, status: status, code)
    }
    init(
      _ name: String, _ body: [UInt8], as type: String? = "application/xml", status: Int = 200,
      _ code: CallError.Code?
    ) {
      self.name = name
      self.body = body
      self.type = type
      self.status = status
      self.code = code
    }
  }

  static let good = "<place><name>서울</name></place>"
  /// `서울` in EUC-KR.
  static let korean =
    Array("<place><name>".utf8) + [0xBC, 0xAD, 0xBF, 0xEF] + Array("</name></place>".utf8)
  static let page = "<!-- 1 --><!DOCTYPE HTML><html><body>Bad Gateway<br></body></html>"
  static let json = #"{"name":"서울"}"#

  static let cases = [
    Case("XML", good, nil),
    Case("XML as text", good, as: "text/xml", nil),
    Case("XML by suffix", good, as: "application/vnd.places+xml; v=1", nil),
    Case("XML without a type", good, as: nil, nil),
    Case("EUC-KR by the message", korean, as: "text/xml; charset=\"EUC-KR\"", nil),
    Case(
      "EUC-KR by the document", Array("<?xml version='1.0' encoding='euc-kr'?>".utf8) + korean, nil),
    Case("EUC-KR by nobody", korean, .wrongCharset),
    Case("EUC-KR that says it is UTF-8", korean, as: "text/xml; charset=utf-8", .wrongCharset),
    Case("a charset that is unknown", good, as: "text/xml; charset=koi8-r", .wrongCharset),
    Case(
      "an encoding that is unknown", "<?xml version='1.0' encoding='koi8-r'?>" + good, .wrongCharset
    ),
    Case("a page", page, as: "text/html", .unexpectedContent),
    Case("a page of XHTML", good, as: "application/xhtml+xml", .unexpectedContent),
    Case("a page that says it is XML", page, .unexpectedContent),
    Case("a page with a declaration", "<?xml version='1.0'?>\n" + page, .unexpectedContent),
    Case("a page without one", "\n<HTML><p></HTML>", .unexpectedContent),
    Case("a page that is well-formed", "<html><name>x</name></html>", .unexpectedContent),
    Case(
      "a page with a type declaration", "<!DOCTYPE html SYSTEM 'about:legacy-compat'><html/>",
      .unexpectedContent),
    Case("a page without a type", page, as: nil, .unexpectedContent),
    Case("JSON", json, as: "application/json", .unexpectedContent),
    Case("JSON that says it is XML", " \n" + json, .unexpectedContent),
    Case("a list in JSON that says it is XML", "[]", .unexpectedContent),
    Case("plain text", "Service unavailable", .unexpectedContent),
    Case("plain text in EUC-KR", [0xBC, 0xAD, 0xBF, 0xEF], .unexpectedContent),
    Case("text before the document", "Warning: " + good, .unexpectedContent),
    Case("UTF-16", Array(good.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, nil),
    Case("half a character of UTF-16", [0xFF, 0xFE, 0x3C], .wrongCharset),
    Case("bytes", [0x1F, 0x8B, 8, 0], .unexpectedContent),
    Case("nothing", "", .emptyBody),
    Case("nothing, as a page", "", as: "text/html", .emptyBody),
    Case("204", "", as: nil, status: 204, .emptyBody),
    Case("white space", " \r\n\t", .emptyBody),
    Case("a byte order mark", [0xEF, 0xBB, 0xBF], .emptyBody),
    Case("more than the limit", good + String(repeating: " ", count: 5000), .bodyTooLarge),
    Case("half a document", "<place><name>x", .undecodable),
    Case("a type declaration", "<!DOCTYPE place>" + good, .undecodable),
    Case("another root", "<error><name>x</name></error>", .undecodable),
    Case("another value", "<place/>", .undecodable),
  ]

  @Test(arguments: cases)
  func `each kind has its own code`(_ test: Case) throws {
    let answer = try OneAnswer(test.body, as: test.type, status: test.status)
    let endpoint = Endpoint<Place>.get("/place", as: .xml)
    guard let code = test.code else {
      #expect(try answer.send(endpoint) == Place(name: "서울"))
      return
    }
    let failure = try #require(try answer.failure(of: endpoint))
    #expect(failure.code == code, "\(failure)")
  }

  @Test func `what is asked for is XML`() throws {
    let answer = try OneAnswer(Self.good)
    _ = try answer.send(Endpoint<Place>.get("/place", as: .xml))
    #expect(answer.transport.requests.map { $0.headers[.accept] } == ["application/xml, text/xml"])
  }

  @Test func `a page is none of the value, whatever the type makes of it`() throws {
    struct Anything: Decodable, Sendable { var item: [String] }
    let page = try OneAnswer("<html><body>502</body></html>")
    let endpoint = Endpoint<Anything>.get("/place", as: .xml)
    #expect(try page.failure(of: endpoint)?.code == .unexpectedContent)
    #expect(
      try page.failure(of: Endpoint<XMLTree>.get("/place", as: .xml))?.code == .unexpectedContent)
    for list in ["<list/>", "<htmlList/>", "<html-list></html-list>", "<!-- <html> --><list/>"] {
      #expect(try OneAnswer(list).send(endpoint).item == [])
    }
  }

  @Test func `an optional value is nil where there is no body`() throws {
    let endpoint = Endpoint<Place?>.get("/place", as: .xml)
    #expect(try OneAnswer("", as: nil, status: 204).send(endpoint) == nil)
    #expect(try OneAnswer(Self.good).send(endpoint) == Place(name: "서울"))
  }

  @Test func `a tree is what nobody has made a type for`() throws {
    let tree = try OneAnswer(Self.good).send(Endpoint<XMLTree>.get("/place", as: .xml))
    #expect(tree["name"]?.text == "서울")
  }

  @Test func `a mark is believed before the message, and the message before the document`() throws {
    func name(_ bytes: [UInt8], as type: String, _ format: ResponseFormat<Place> = .xml) throws
      -> String
    {
      try OneAnswer(bytes, as: type).send(Endpoint<Place>.get("/place", as: format)).name
    }
    let declared = Array("<?xml version='1.0' encoding='windows-1252'?>".utf8)
    let utf8 = Array(Self.good.utf8)
    #expect(try name([0xEF, 0xBB, 0xBF] + utf8, as: "text/xml; charset=euc-kr") == "서울")
    #expect(try name(declared + Self.korean, as: "text/xml; charset=euc-kr") == "서울")
    #expect(try name(declared + Self.korean, as: "text/xml") == "¼\u{AD}¿ï")
    var decoder = XMLDecoder()
    decoder.options.encoding = .imposed(.cp949)
    for type in ["text/xml", "text/xml; charset=utf-8", "text/xml; charset=of-our-own"] {
      #expect(try name(declared + Self.korean, as: type, .xml(by: decoder)) == "서울")
    }
    let decodedAlone = try XMLBodyDecoder.standard.decode(Place.self, from: declared + Self.korean)
    #expect(decodedAlone.name == "¼\u{AD}¿ï")
  }

  private enum Answer: Decodable, Equatable {
    case place(Place)
    case failure(code: String)
    enum CodingKeys: String, CodingKey { case place, failure = "ServiceError" }
  }

  @Test func `the root tells an error that comes with status 200`() throws {
    let endpoint = Endpoint<Answer>.get("/place", as: .xml(chosenByRoot: XMLDecoder()))
    #expect(try OneAnswer(Self.good).send(endpoint) == .place(Place(name: "서울")))
    let failure = "<ServiceError><code>30</code></ServiceError>"
    #expect(try OneAnswer(failure).send(endpoint) == .failure(code: "30"))
    let other = try OneAnswer("<notice/>").failure(of: endpoint)
    #expect(other?.code == .undecodable)
    #expect(other?.reason.contains("xml.unexpected-root") == true)
    let optional = Endpoint<Answer?>.get("/place", as: .xml(chosenByRoot: XMLDecoder()))
    #expect(try OneAnswer(failure).send(optional) == .failure(code: "30"))
    #expect(try OneAnswer("", as: nil, status: 204).send(optional) == nil)
  }

  @Test func `one value comes in JSON or in XML, as the server likes`() throws {
    let endpoint = Endpoint<Place>.get(
      "/place",
      as: .decoded(byContentType: JSONBodyDecoder.standard, XMLBodyDecoder.standard))
    let place = Place(name: "서울")
    #expect(try OneAnswer(Self.json, as: "application/json").send(endpoint) == place)
    #expect(try OneAnswer(Self.json, as: nil).send(endpoint) == place)
    #expect(try OneAnswer(Self.good, as: "text/xml; charset=utf-8").send(endpoint) == place)
    #expect(try OneAnswer(Self.korean, as: "text/xml; charset=euc-kr").send(endpoint) == place)
    let json = "application/json; charset=euc-kr"
    #expect(try OneAnswer(Self.json, as: json).failure(of: endpoint)?.code == .wrongCharset)
    #expect(
      try OneAnswer(Self.page, as: "text/html").failure(of: endpoint)?.code == .unexpectedContent)
  }
}
