import Foundation
import Testing

@Suite struct VersionTests {
  private func make(_ gateway: TestGateway, _ token: String) throws -> String {
    let made = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"a"}"#)
    #expect(made["ETag"] == "\"1\"")
    return try #require(made["Location"])
  }

  @Test func `a todo that the caller has is not sent again`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let path = try make(gateway, token)
    let known = try gateway.call("GET", path, token: token, ["If-None-Match": "\"1\""])
    #expect(known.status == 304)
    #expect(known["ETag"] == "\"1\"")
    #expect(known["Cache-Control"] == "private, no-cache")
    #expect(known.body.isEmpty)
    _ = try gateway.call("PATCH", path, token: token, json: #"{"done":true}"#)
    let changed = try gateway.call("GET", path, token: token, ["If-None-Match": "\"1\""])
    #expect(changed.status == 200)
    #expect(changed["ETag"] == "\"2\"")
  }

  @Test func `a change meant for another version is refused and changes nothing`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let path = try make(gateway, token)
    let good = try gateway.call(
      "PATCH", path, token: token, json: #"{"title":"b"}"#, ["If-Match": "\"1\""])
    #expect(good.status == 200)
    #expect(good["ETag"] == "\"2\"")
    for method in ["PATCH", "DELETE"] {
      let late = try gateway.call(
        method, path, token: token, json: method == "PATCH" ? #"{"title":"c"}"# : nil,
        ["If-Match": "\"1\""])
      #expect(late.status == 412)
      #expect(late.string("code") == "version-changed")
    }
    #expect(try gateway.call("GET", path, token: token).string("title") == "b")
    #expect(
      try gateway.call("DELETE", path, token: token, ["If-Match": "\"2\""]).status == 204)
    #expect(
      try gateway.call("DELETE", path, token: token, ["If-Match": "\"2\""]).status == 404)
  }

  @Test func `a keyed change that is asked again gets its answer, whatever the version is now`()
    throws
  {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let path = try make(gateway, token)
    let fields = ["If-Match": "\"1\"", "Idempotency-Key": UUID().uuidString]
    let first = try gateway.call("PATCH", path, token: token, json: #"{"title":"b"}"#, fields)
    let again = try gateway.call("PATCH", path, token: token, json: #"{"title":"b"}"#, fields)
    #expect(first.status == 200)
    #expect(again.status == 200)
    #expect(again["Idempotency-Replayed"] == "true")
    #expect(again["ETag"] == "\"2\"")
    #expect(again.body == first.body)
  }

  @Test(arguments: ["/v1/todos?limit=2", "/v1/categories"])
  func `a list is sent again only after a change of the caller's`(_ path: String) async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      let other = try gateway.token("alex")
      let tag = try #require(try gateway.call("GET", path, token: token)["ETag"])
      func status() throws -> Int {
        try gateway.call("GET", path, token: token, ["If-None-Match": tag]).status
      }
      #expect(try status() == 304)
      _ = try make(gateway, other)
      #expect(try status() == 304)
      _ = try make(gateway, token)
      #expect(try status() == 200)
    }
  }
}
