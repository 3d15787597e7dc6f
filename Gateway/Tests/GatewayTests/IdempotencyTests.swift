import Foundation
import Testing

@Suite struct IdempotencyTests {
  private func key() -> [String: String] { ["Idempotency-Key": "key-\(UUID().uuidString)"] }

  @Test func `the same key and request is done once and answered twice`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let key = key()
    let json = #"{"title":"once \#(UUID().uuidString)"}"#
    let first = try gateway.call("POST", "/v1/todos", token: token, json: json, key)
    let second = try gateway.call("POST", "/v1/todos", token: token, json: json, key)
    #expect(first.status == 201)
    #expect(first["Idempotency-Replayed"] == nil)
    #expect(second.status == 201)
    #expect(second["Idempotency-Replayed"] == "true")
    #expect(second["Location"] == first["Location"])
    #expect(second.body == first.body)
    let title = try #require(first.json["title"] as? String)
    #expect(try gateway.titles(token).filter { $0 == title }.count == 1)
  }

  @Test func `the same key with another body, path or method is refused`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let key = key()
    let made = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"a"}"#, key)
    let path = try #require(made["Location"])
    for answer in [
      try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"b"}"#, key),
      try gateway.call("PATCH", path, token: token, json: #"{"title":"a"}"#, key),
      try gateway.call("DELETE", path, token: token, key),
    ] {
      #expect(answer.status == 422)
      #expect(answer.string("type") == "urn:maru:problem:idempotency-key-reused")
    }
  }

  @Test func `racing requests with one key make one todo`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token("alex")
      for round in 0..<5 {
        let title = "race \(round)"
        let request = TestGateway.request(
          "POST", "/v1/todos", token: token, json: #"{"title":"\#(title)"}"#,
          ["Idempotency-Key": title.replacing(" ", with: "-")])
        let connections = try (0..<16).map { _ in try RawConnection(port: gateway.port) }
        for connection in connections { connection.send(request) }
        let answers = connections.compactMap { $0.answer() }
        #expect(answers.count == 16)
        for answer in answers { #expect(answer.status == 201 || answer.status == 409) }
        for answer in answers where answer.status == 409 {
          #expect(answer.string("type") == "urn:maru:problem:idempotency-key-in-flight")
        }
        #expect(try gateway.titles(token).filter { $0 == title }.count == 1)
      }
    }
  }

  @Test func `while the first is worked on, the second is told to wait, and the key can be asked`()
    throws
  {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let name = "slow-\(UUID().uuidString)"
    let json = #"{"title":"slow"}"#
    let slow = try RawConnection(port: gateway.port)
    slow.send(
      TestGateway.request(
        "POST", "/v1/todos", token: token, json: json,
        ["Idempotency-Key": name, "Maru-Fault": "delay; ms=1500"]))
    var state = ""
    for _ in 0..<200 where state != "inFlight" {
      state = try gateway.call("GET", "/v1/idempotency/\(name)", token: token).string("state")
    }
    #expect(state == "inFlight")
    let second = try gateway.call(
      "POST", "/v1/todos", token: token, json: json, ["Idempotency-Key": name])
    #expect(second.status == 409)
    #expect(second["Retry-After"] == "1")
    #expect(second.string("code") == "idempotency-key-in-flight")
    let other = try gateway.call(
      "POST", "/v1/todos", token: token, json: #"{"title":"other"}"#, ["Idempotency-Key": name])
    #expect(other.status == 422)
    let first = try #require(slow.answer())
    #expect(first.status == 201)
    let asked = try gateway.call("GET", "/v1/idempotency/\(name)", token: token)
    #expect(asked.string("state") == "completed")
    #expect(asked.json["status"] as? Int == 201)
    #expect(asked.json["location"] as? String == first["Location"])
  }

  @Test func `a write whose answer was dropped is found by its key, and not done again`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let name = "lost-\(UUID().uuidString)"
    let json = #"{"title":"\#(name)"}"#
    let lost = try gateway.attempt(
      "POST", "/v1/todos", token: token, json: json,
      ["Idempotency-Key": name, "Maru-Fault": "drop-answer"])
    #expect(lost == nil)
    let asked = try gateway.call("GET", "/v1/idempotency/\(name)", token: token)
    #expect(asked.string("state") == "completed")
    let again = try gateway.call(
      "POST", "/v1/todos", token: token, json: json, ["Idempotency-Key": name])
    #expect(again["Idempotency-Replayed"] == "true")
    #expect(try gateway.titles(token).filter { $0 == name }.count == 1)
  }

  @Test func `a refused request leaves its key free, and keys are each user's own`() throws {
    let gateway = try Shared.gateway.get()
    let minji = try gateway.token("minji")
    let alex = try gateway.token("alex")
    let key = key()
    let refused = try gateway.call("POST", "/v1/todos", token: minji, json: #"{"title":""}"#, key)
    #expect(refused.status == 422)
    let unknown = try gateway.call(
      "GET", "/v1/idempotency/\(key["Idempotency-Key"] ?? "")", token: minji)
    #expect(unknown.status == 404)
    #expect(unknown.string("code") == "idempotency-key-unknown")
    for (token, title) in [(minji, "mine"), (alex, "yours")] {
      let answer = try gateway.call(
        "POST", "/v1/todos", token: token, json: #"{"title":"\#(title)"}"#, key)
      #expect(answer.status == 201)
      #expect(answer["Idempotency-Replayed"] == nil)
    }
  }

  @Test(arguments: ["", "a b", String(repeating: "k", count: 129), "é"])
  func `a key that is not valid is refused`(_ key: String) throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.call(
      "POST", "/v1/todos", token: try gateway.token(), json: #"{"title":"a"}"#,
      ["Idempotency-Key": key])
    #expect(answer.status == 400)
  }

  @Test func `deleting twice with one key is deleting once`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    let made = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"gone"}"#)
    let path = try #require(made["Location"])
    let key = key()
    #expect(try gateway.call("DELETE", path, token: token, key).status == 204)
    let again = try gateway.call("DELETE", path, token: token, key)
    #expect(again.status == 204)
    #expect(again["Idempotency-Replayed"] == "true")
    #expect(try gateway.call("DELETE", path, token: token).status == 404)
  }
}
