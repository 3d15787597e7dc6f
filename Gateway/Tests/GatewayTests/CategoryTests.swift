import Foundation
import Testing

@Suite struct CategoryTests {
  private func make(_ gateway: TestGateway, _ token: String, _ name: String) throws -> RawAnswer {
    try gateway.call("POST", "/v1/categories", token: token, json: #"{"name":"\#(name)"}"#)
  }

  @Test func `a category is made, read, renamed and removed`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let made = try make(gateway, token, " 집 🏠 ")
    #expect(made.status == 201)
    #expect(made.string("name") == "집 🏠")
    #expect(made["ETag"] == "\"1\"")
    let path = try #require(made["Location"])
    #expect(try gateway.call("GET", path, token: token).body == made.body)
    let renamed = try gateway.call("PATCH", path, token: token, json: #"{"name":"home"}"#)
    #expect(renamed.json["version"] as? Int == 2)
    #expect(renamed["ETag"] == "\"2\"")
    let list = try gateway.call("GET", "/v1/categories", token: token).json["items"]
    #expect((list as? [[String: Any]])?.contains { $0["name"] as? String == "home" } == true)
    let other = try gateway.token("alex")
    #expect(try gateway.call("GET", path, token: other).status == 404)
    #expect(try gateway.call("DELETE", path, token: other).status == 404)
    #expect(try gateway.call("DELETE", path, token: token).status == 204)
    #expect(try gateway.call("GET", path, token: token).status == 404)
  }

  @Test func `a todo is put under a category, and found by it`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let id = try make(gateway, token, "work").string("id")
    let todo = try gateway.call(
      "POST", "/v1/todos", token: token,
      json: #"{"title":"a","categoryId":"\#(id.uppercased())"}"#)
    #expect(todo.string("categoryId") == id)
    let path = try #require(todo["Location"])
    func found() throws -> Int? {
      let page = try gateway.call("GET", "/v1/todos?category=\(id)", token: token)
      return (page.json["items"] as? [Any])?.count
    }
    #expect(try found() == 1)
    let kept = try gateway.call("PATCH", path, token: token, json: #"{"done":true}"#)
    #expect(kept.string("categoryId") == id)
    let cleared = try gateway.call("PATCH", path, token: token, json: #"{"categoryId":null}"#)
    #expect(cleared.json["categoryId"] is NSNull)
    #expect(cleared.json["version"] as? Int == 3)
    #expect(try found() == 0)
    let back = try gateway.call("PATCH", path, token: token, json: #"{"categoryId":"\#(id)"}"#)
    #expect(back.string("categoryId") == id)
  }

  @Test func `removing a category clears it in its todos, as a version of each`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let category = try make(gateway, token, "short-lived")
    let id = category.string("id")
    let todos = try (0..<3).map { number in
      try gateway.call(
        "POST", "/v1/todos", token: token,
        json: #"{"title":"t\#(number)","categoryId":"\#(id)"}"#)
    }
    let path = try #require(category["Location"])
    #expect(try gateway.call("DELETE", path, token: token).status == 204)
    for todo in todos {
      let now = try gateway.call("GET", try #require(todo["Location"]), token: token)
      #expect(now.json["categoryId"] is NSNull)
      #expect(now.json["version"] as? Int == 2)
    }
  }

  @Test(arguments: [
    "null-uuid", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "",
  ])
  func `a category that is not the caller's is refused`(_ id: String) throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let answer = try gateway.call(
      "POST", "/v1/todos", token: token, json: #"{"title":"a","categoryId":"\#(id)"}"#)
    #expect(answer.status == 422)
    let errors = answer.json["errors"] as? [[String: String]]
    #expect(errors?.first?["pointer"] == "/categoryId")
    #expect(try gateway.call("GET", "/v1/todos?category=x", token: token).status == 422)
  }

  @Test func `a user can have so many categories and no more`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      let statuses = try (0..<201).map { try make(gateway, token, "n\($0)").status }
      #expect(statuses == Array(repeating: 201, count: 200) + [409])
    }
  }

  @Test func `categories come in parts if somebody asks for parts`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      for number in 0..<7 {
        _ = try gateway.call(
          "POST", "/v1/categories", token: token, json: #"{"name":"c\#(number)"}"#)
      }
      var target: String? = "/v1/categories?limit=3"
      var parts: [[String]] = []
      while let next = target, parts.count < 9 {
        let answer = try gateway.call("GET", next, token: token)
        let items = answer.json["items"] as? [[String: Any]] ?? []
        parts.append(items.compactMap { $0["name"] as? String })
        target = answer["Link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
        #expect((answer.json["nextCursor"] is NSNull) == (target == nil))
      }
      #expect(parts == [["c0", "c1", "c2"], ["c3", "c4", "c5"], ["c6"]])
      #expect(try gateway.call("GET", "/v1/categories?limit=0", token: token).status == 422)
      #expect(try gateway.call("GET", "/v1/categories?cursor=x", token: token).status == 422)
    }
  }
}
