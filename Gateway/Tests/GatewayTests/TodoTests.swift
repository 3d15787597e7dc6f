import Foundation
import GatewayApp
import Testing

@Suite struct TodoTests {
  @Test func `a todo is made, read, changed and removed`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let made = try gateway.call(
      "POST", "/v1/todos", token: token, json: #"{"title":"  마루 🌿  "}"#)
    #expect(made.status == 201)
    #expect(made.string("title") == "마루 🌿")
    #expect(made.json["done"] as? Bool == false)
    #expect(made.json["version"] as? Int == 1)
    #expect(UUID(uuidString: made.string("id")) != nil)
    let path = try #require(made["Location"])
    #expect(path == "/v1/todos/\(made.string("id"))")
    #expect(try gateway.call("GET", path, token: token).body == made.body)
    let changed = try gateway.call("PATCH", path, token: token, json: #"{"done":true}"#)
    #expect(changed.status == 200)
    #expect(changed.json["done"] as? Bool == true)
    #expect(changed.json["version"] as? Int == 2)
    #expect(changed.string("title") == "마루 🌿")
    let same = try gateway.call("PATCH", path, token: token, json: "{}")
    #expect(same.body == changed.body)
    #expect(try gateway.call("DELETE", path, token: token).status == 204)
    #expect(try gateway.call("GET", path, token: token).status == 404)
  }

  @Test(arguments: [
    (#"{"title":""}"#, 422, "/title"), (#"{"title":"   "}"#, 422, "/title"),
    (#"{"title":7}"#, 422, "/title"), (#"{}"#, 422, "/title"), (#"{"title":null}"#, 422, "/title"),
    (#"{"title":"a","done":"yes"}"#, 422, "/done"), (#"{"title":"#, 400, ""), ("[", 400, ""),
  ])
  func `what is wrong with a todo is said by member`(
    _ json: String, _ status: Int, _ pointer: String
  ) throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.call("POST", "/v1/todos", token: try gateway.token(), json: json)
    #expect(answer.status == status)
    let errors = answer.json["errors"] as? [[String: String]]
    #expect(errors?.first?["pointer"] ?? "" == pointer)
  }

  @Test(arguments: [(200, true), (201, false)])
  func `a title has at most 200 characters, however many bytes they take`(
    _ count: Int, _ isGood: Bool
  ) throws {
    let title = String(repeating: "가", count: count)
    #expect((try? TodoTitle.validate(" \(title)\n")) == (isGood ? title : nil))
  }

  @Test func `another type than JSON is refused`() throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.call(
      "POST", "/v1/todos", token: try gateway.token(), form: "title=a")
    #expect(answer.status == 415)
  }

  @Test func `pages have every todo once, and the filter holds`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token("alex")
      for number in 0..<7 {
        let json = #"{"title":"n\#(number)","done":\#(number % 2 == 0)}"#
        _ = try gateway.call("POST", "/v1/todos", token: token, json: json)
      }
      var titles: [String] = []
      var query = "?limit=3&done=true"
      while true {
        let page = try gateway.call("GET", "/v1/todos\(query)", token: token).json
        titles += (page["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
        guard let cursor = page["nextCursor"] as? String else {
          #expect(page["nextCursor"] is NSNull)
          break
        }
        query = "?limit=3&done=true&cursor=\(cursor)"
      }
      #expect(titles == ["n6", "n4", "n2", "n0", "Read “The Left Hand of Darkness” 📚"])
      for bad in ["limit=0", "limit=x", "done=maybe", "cursor=x", "limit=101"] {
        #expect(try gateway.call("GET", "/v1/todos?\(bad)", token: token).status == 422)
      }
    }
  }

  @Test(arguments: [
    ("limit=1000", "/limit", "must be a number, 1–100"),
    ("done=yes", "/done", "must be true or false"),
    ("category=x", "/category", "must be a UUID"),
    ("limit=1&limit=2", "/limit", "must stand there once"),
    ("cursor=AAAA", "/cursor", "is none that this list gave"),
  ])
  func `what is wrong with a query is said by parameter`(
    _ query: String, _ pointer: String, _ detail: String
  ) throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.call("GET", "/v1/todos?\(query)", token: try gateway.token())
    #expect(answer.status == 422)
    let errors = answer.json["errors"] as? [[String: String]]
    #expect(errors == [["pointer": pointer, "detail": detail]])
  }

  @Test func `no user reaches another user's todos`() throws {
    let gateway = try Shared.gateway.get()
    let minji = try gateway.token("minji")
    let alex = try gateway.token("alex")
    let path = try #require(
      try gateway.call("POST", "/v1/todos", token: minji, json: #"{"title":"mine"}"#)["Location"])
    #expect(try gateway.call("GET", path, token: alex).status == 404)
    #expect(try gateway.call("PATCH", path, token: alex, json: #"{"done":true}"#).status == 404)
    #expect(try gateway.call("DELETE", path, token: alex).status == 404)
    #expect(try gateway.call("GET", path, token: minji).json["version"] as? Int == 1)
  }

  @Test func `moments have milliseconds and are UTC`() {
    #expect(RFC3339.format(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00.000Z")
    #expect(RFC3339.format(Date(timeIntervalSince1970: -0.001)) == "1969-12-31T23:59:59.999Z")
    #expect(
      RFC3339.format(Date(timeIntervalSince1970: 951_827_696.5)) == "2000-02-29T12:34:56.500Z")
  }
}
