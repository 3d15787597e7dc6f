import Foundation
import GatewayHTTP
import MaruHTTP
import Testing

@Suite struct DeclarationTests {
  private let thing = Schema.named("Thing", .object([.required("id", .uuid)]))

  private func declaration(
    isWrite: Bool = false, condition: Declaration.Condition = .none
  ) -> Declaration {
    Declaration(
      .patch, "/things/{id}", "changeThing", "Changes a thing", access: .users,
      parameters: [
        .path("id", .uuid, "the thing"), .query("limit", .integer(1...10), "how many"),
      ],
      body: .json(thing), isWrite: isWrite, condition: condition, limit: .perUser,
      answers: [.json(200, thing, "the thing", fields: [.location])])
  }

  private func statuses(_ declaration: Declaration) -> [Int] { declaration.answers.map(\.status) }

  @Test func `what a route demands brings the answers that refuse it`() {
    let plain: Set = [200, 400, 401, 404, 408, 413, 414, 415, 422, 429, 431, 500, 503]
    #expect(Set(statuses(declaration())) == plain)
    #expect(Set(statuses(declaration(isWrite: true))) == plain.union([409]))
    #expect(Set(statuses(declaration(condition: .write))) == plain.union([412]))
    #expect(Set(statuses(declaration(condition: .read))) == plain.union([304]))
    #expect(statuses(declaration()) == statuses(declaration()).sorted())
  }

  @Test(arguments: [
    (#"{"id":"x"}"#, "/things/a", 404), ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff", 0),
    ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff?limit=10", 0),
    ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff?limit=11", 422),
    ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff?limit=%2B1", 422),
    ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff?limit=1&limit=1", 422),
    ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff?limit=%zz", 400),
    ("", "/things/6f9619ff-8b86-d011-b42d-00c04fc964ff?other=%41", 0),
  ])
  func `values in a target are held to their shapes`(
    _ body: String, _ target: String, _ status: Int
  ) throws {
    let target = try #require(RequestTarget(target))
    var refusal: Problem?
    do {
      try declaration().check(target, ["id": target.segments?.last ?? ""])
    } catch { refusal = error }
    #expect(refusal?.status ?? 0 == status)
  }

  @Test func `an answer outside the declaration is told`() {
    var good = Response(status: 200, type: .json, body: Array("{}".utf8))
    #expect(declaration().deviation(of: good)?.contains("lacks the field Location") == true)
    good.setKnown("/a", for: .location)
    #expect(declaration().deviation(of: good) == nil)
    var other = good
    other.status = 202
    #expect(declaration().deviation(of: other)?.contains("202 is not declared") == true)
    other = good
    other.setKnown("text/html", for: .contentType)
    #expect(declaration().deviation(of: other)?.contains("text/html") == true)
    other = good
    other.setKnown("1", for: "X-Other")
    #expect(declaration().deviation(of: other)?.contains("X-Other") == true)
    let empty = Response(status: 304)
    #expect(declaration(condition: .read).deviation(of: empty)?.contains("ETag") == true)
  }

  @Test func `the document has every route, parameter, answer and shape`() throws {
    let document = OpenAPIDocument(
      title: "T \"1\"\n", version: "1", introduction: "I",
      declarations: [declaration(isWrite: true, condition: .write)])
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(document.node.bytes)) as? [String: Any])
    #expect(json["openapi"] as? String == "3.1.0")
    #expect((json["info"] as? [String: Any])?["title"] as? String == "T \"1\"\n")
    let paths = try #require(json["paths"] as? [String: [String: [String: Any]]])
    let operation = try #require(paths["/things/{id}"]?["patch"])
    #expect(operation["operationId"] as? String == "changeThing")
    let parameters = try #require(operation["parameters"] as? [[String: Any]])
    #expect(
      parameters.map { $0["name"] as? String }
        == ["id", "limit", "Idempotency-Key", "If-Match", "X-Request-ID"])
    let responses = try #require(operation["responses"] as? [String: [String: Any]])
    #expect(responses.keys.contains("412"))
    let headers = try #require(responses["200"]?["headers"] as? [String: Any])
    #expect(Set(headers.keys) == ["X-Request-ID", "Location", "Idempotency-Replayed"])
    let schemas = (json["components"] as? [String: Any])?["schemas"] as? [String: Any]
    #expect(schemas.map { Set($0.keys) } == ["Thing", "Problem"])
  }
}
