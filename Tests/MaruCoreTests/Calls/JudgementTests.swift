import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// What an answer means before anything is decoded (CALL-8, FAIL-1).
@Suite struct JudgementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: [ServerAct]
    var code: CallError.Code?
    var testDescription: String { name }
    init(_ name: String, _ answer: [ServerAct], _ code: CallError.Code?) {
      self.name = name
      self.answer = answer
      self.code = code
    }
  }

  static let cases: [Case] = [
    Case("JSON", ServerAct.json(), nil),
    Case("JSON by suffix", ServerAct.json(type: "application/vnd.api+json"), nil),
    Case("JSON in UTF-8 by name", ServerAct.json(type: "application/json; charset=\"UTF-8\""), nil),
    Case("JSON without a type", ServerAct.response(200, body: Thing.json), nil),
    Case("201 with a value", ServerAct.json(status: 201), nil),
    Case(
      "HTML where JSON was promised",
      ServerAct.json(Array("<html>".utf8), type: "text/html"), .unexpectedContent),
    Case(
      "HTML without a length",
      [
        .head(status: 200, fields: HeaderFields.of([(.contentType, "text/html")])),
        .body(Array("<p>".utf8)), .end,
      ], .unexpectedContent),
    Case("a type that can't be read", ServerAct.json(type: "json"), .unexpectedContent),
    Case("EUC-KR", ServerAct.json(type: "application/json; charset=euc-kr"), .wrongCharset),
    Case("an empty body", ServerAct.json([UInt8]()), .emptyBody),
    Case("an empty body of another type", ServerAct.json([UInt8](), type: "text/html"), .emptyBody),
    Case("204 where a value was promised", ServerAct.response(204), .emptyBody),
    Case("205 where a value was promised", ServerAct.response(205), .emptyBody),
    Case("a body over the limit", ServerAct.json(Array(repeating: 32, count: 300)), .bodyTooLarge),
    Case(
      "a body over the limit that does not say so",
      [
        .head(status: 200, fields: HeaderFields.of([(.contentType, "application/json")])),
        .fill(300), .end,
      ], .bodyTooLarge),
    Case("another value", ServerAct.json(Array("[]".utf8)), .undecodable),
    Case("broken JSON", ServerAct.json(Array("{".utf8)), .undecodable),
    Case("a part of it", ServerAct.json(status: 206), .malformedResponse),
    Case("300", ServerAct.response(300), .malformedResponse),
    Case("304 to a plain request", ServerAct.response(304), .malformedResponse),
    Case("a redirect to nowhere", ServerAct.response(302), .redirectRefused),
    Case(
      "a redirect to a file", ServerAct.response(302, [(.location, "file:///etc")]),
      .redirectRefused),
    Case(
      "a redirect with a password",
      ServerAct.response(302, [(.location, "https://a:b@api.example.com/")]), .redirectRefused),
    Case(
      "a redirect to plain http",
      ServerAct.response(307, [(.location, "http://api.example.com/")]), .redirectRefused),
    Case(
      "a redirect to plain http on this machine",
      ServerAct.response(307, [(.location, "http://127.0.0.1/")]), .redirectRefused),
    Case("a circle", ServerAct.response(302, [(.location, "/mobile/thing")]), .redirectRefused),
    Case(
      "a head over the limit",
      ServerAct.json(Thing.json, [("X-Long", String(repeating: "x", count: 70_000))]),
      .headersTooLarge),
    Case("400", ServerAct.response(400), .invalidRequest),
    Case("403", ServerAct.response(403), .forbidden),
    Case("404", ServerAct.response(404), .notFound),
    Case("409", ServerAct.response(409), .conflict),
    Case("410", ServerAct.response(410), .notFound),
    Case("412", ServerAct.response(412), .preconditionFailed),
    Case("413", ServerAct.response(413), .bodyTooLarge),
    Case("418", ServerAct.response(418), .invalidRequest),
    Case("422", ServerAct.response(422), .invalidRequest),
    Case("426", ServerAct.response(426), .upgradeRequired),
    Case("428", ServerAct.response(428), .preconditionFailed),
    Case("429", ServerAct.response(429), .rateLimited),
    Case("431", ServerAct.response(431), .headersTooLarge),
    Case("500", ServerAct.response(500), .serverFailed),
    Case("501", ServerAct.response(501), .serverFailed),
    Case("502", ServerAct.response(502), .unavailable),
    Case("503", ServerAct.response(503), .unavailable),
    Case("504", ServerAct.response(504), .unavailable),
    Case("no answer", [.cut], .connectionLost),
    Case("silence", [.hold], .deadlineExceeded),
  ]

  @Test(arguments: cases)
  func `an answer has its own code`(of test: Case) throws {
    let call = try OneCall([test.answer]) { $0.limits.maximumResponseBytes = 256 }
    let failure = try call.failure(of: Endpoint<Thing>.get("/thing"))
    #expect(failure?.code == test.code)
  }

  @Test func `a refused credential is refreshed once and sent once more`() throws {
    let call = try OneCall([ServerAct.response(401), ServerAct.json()])
    #expect(try call.run { try await $0.send(.get("/thing")) } == Thing(name: "마루"))
    let sent = call.transport.requests.map { $0.headers[.authorization] }
    #expect(sent == ["Bearer token-1", "Bearer token-2"])
  }

  @Test func `a credential that is refused again ends the call`() throws {
    let call = try OneCall([ServerAct.response(401)])
    #expect(try call.failure(of: Endpoint<Thing>.get("/thing"))?.code == .credentialRefused)
    #expect(call.transport.requests.count == 2)
  }

  @Test func `403 is not refreshed`() throws {
    let call = try OneCall([ServerAct.response(403), ServerAct.json()])
    #expect(try call.failure(of: Endpoint<Thing>.get("/thing"))?.code == .forbidden)
    #expect(call.transport.requests.count == 1)
  }

  @Test func `401 to a call without a credential is no refusal of one`() throws {
    let call = try OneCall([ServerAct.response(401)])
    let endpoint = Endpoint<Thing>.get("/thing", credential: .none)
    #expect(try call.failure(of: endpoint)?.code == .notAuthenticated)
    #expect(call.transport.requests.count == 1)
  }

  @Test func `a call that needs a credential is not sent without one`() throws {
    let call = try OneCall([ServerAct.json()], credentials: nil)
    let failure = try call.failure(of: Endpoint<Thing>.get("/thing"))
    #expect(failure?.code == .notAuthenticated)
    #expect(call.transport.performCount == 0)
    let endpoint = Endpoint<Thing>.get("/thing", credential: .optional)
    #expect(try call.run { try await $0.send(endpoint) } == Thing(name: "마루"))
  }

  @Test func `an optional value is nil where there is no body`() throws {
    let call = try OneCall([ServerAct.response(204)])
    #expect(try call.run { try await $0.send(Endpoint<Thing?>.get("/thing")) } == nil)
  }

  @Test func `text and bytes come as they are`() throws {
    let text = try OneCall([ServerAct.json(Array("집".utf8), type: "text/plain; charset=utf-8")])
    #expect(try text.run { try await $0.send(Endpoint<String>.get("/t", as: .text)) } == "집")
    let bytes = try OneCall([ServerAct.json([0, 255, 10], type: "image/png")])
    #expect(
      try bytes.run { try await $0.send(Endpoint<Data>.get("/t", as: .bytes)) }
        == Data([0, 255, 10]))
  }

  @Test func `problem details are in the error and not in its text`() throws {
    let body = #"""
      {"type":"about:blank","title":"No","code":"todo.title","errors":[
      {"pointer":"#/title","detail":"PLANTED is too long"}]}
      """#
    let call = try OneCall([
      ServerAct.json(Array(body.utf8), status: 422, type: "application/problem+json")
    ])
    let endpoint = Endpoint<Thing>.post("/things", json: Thing(name: "x"))
    let failure = try #require(try call.failure(of: endpoint))
    #expect(failure.code == .invalidRequest)
    #expect(failure.serverCode == "todo.title")
    #expect(failure.fieldErrors.map(\.field) == ["#/title"])
    #expect(failure.outcome == .refused)
    var dumped = ""
    dump(failure, to: &dumped)
    #expect(!dumped.contains("PLANTED"))
  }

  @Test func `an error body that can't be read changes nothing`() throws {
    for body in [Array("{".utf8), [], Array(repeating: 0x5B, count: 60_000)] {
      let call = try OneCall([
        ServerAct.json(body, status: 422, type: "application/problem+json")
      ])
      #expect(try call.failure(of: Endpoint<Thing>.get("/thing"))?.code == .invalidRequest)
    }
  }

  @Test func `what is missing in a value is named by its place alone`() throws {
    struct Nested: Decodable, Sendable {
      var items: [[String: Thing]]
    }
    let body = Array(#"{"items":[{"PLANTED":{"name":7}}]}"#.utf8)
    let call = try OneCall([ServerAct.json(body)])
    let failure = try #require(try call.failure(of: Endpoint<Nested>.get("/thing")))
    #expect(failure.reason == "expected String at items[0].‹key›.name, found another type")
  }

  @Test func `a dictionary's key that is a number is no place in a list`() throws {
    let call = try OneCall([ServerAct.json(Array(#"{"821012345678":{"name":7}}"#.utf8))])
    for failure in [
      try call.failure(of: Endpoint<[String: Thing]>.get("/thing")),
      try call.failure(of: Endpoint<[Int: Thing]>.get("/thing")),
    ] {
      #expect(failure?.reason == "expected String at ‹key›.name, found another type")
    }
  }

  @Test func `a key that the app makes of what came is not shown`() throws {
    struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    enum Payload: CodingKey {
      case any(String)
      var stringValue: String { if case .any(let text) = self { text } else { "" } }
      var intValue: Int? { nil }
      init(stringValue: String) { self = .any(stringValue) }
      init?(intValue: Int) { nil }
    }
    struct Open<Key: CodingKey>: Decodable, Sendable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
      }
    }
    let call = try OneCall([ServerAct.json(Array(#"{"PLANTED":"x"}"#.utf8))])
    for failure in [
      try call.failure(of: Endpoint<Open<AnyKey>>.get("/thing")),
      try call.failure(of: Endpoint<Open<Payload>>.get("/thing")),
    ] {
      #expect(failure?.reason == "expected Int at ‹key›, found another type")
    }
  }
}

extension HeaderFields {
  /// Fields of a test's own making.
  static func of(_ fields: [(HeaderName, String)]) -> HeaderFields {
    HeaderFields(unchecked: fields)
  }
}
