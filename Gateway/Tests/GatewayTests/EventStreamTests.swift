import Foundation
import GatewayApp
import MaruStreams
import Testing

@Suite struct EventStreamTests {
  private func make(_ title: String, _ gateway: TestGateway, _ token: String) throws -> RawAnswer {
    let answer = try gateway.call(
      "POST", "/v1/todos", token: token, json: #"{"title":"\#(title)"}"#)
    #expect(answer.status == 201)
    return answer
  }

  @Test func `each change is an event with the state that it left, for its user only`() async throws
  {
    try await TestGateway.serving { gateway async throws in
      let (minji, alex) = (try gateway.token(), try gateway.token("alex"))
      let mine = try EventClient.open(gateway.port, minji)
      let theirs = try EventClient.open(gateway.port, alex)
      #expect(mine.head?.status == 200)
      #expect(mine.head?["Content-Type"] == "text/event-stream")
      #expect(mine.head?["Cache-Control"] == "no-store")
      #expect(mine.head?["Content-Length"] == nil)
      #expect(mine.retry == .seconds(2))
      let todo = try make("마루 🌿", gateway, minji)
      let path = try #require(todo["Location"])
      _ = try gateway.call("PATCH", path, token: minji, json: #"{"done":true}"#)
      let category = try gateway.call(
        "POST", "/v1/categories", token: minji, json: #"{"name":"집\n안"}"#)
      _ = try gateway.call("DELETE", path, token: minji)
      // One that changes nothing is none.
      _ = try gateway.call("PATCH", try #require(category["Location"]), token: minji, json: "{}")
      _ = try make("theirs", gateway, alex)
      try #require(try mine.read { $0.events.count >= 4 })
      try #require(try theirs.read { !$0.events.isEmpty })
      #expect(
        mine.types == ["todo.created", "todo.changed", "category.created", "todo.deleted"])
      let last = mine.json(mine.events[3])
      #expect(last["id"] as? String == todo.string("id"))
      #expect(last["title"] as? String == "마루 🌿")
      #expect(last["done"] as? Bool == true)
      #expect(last["version"] as? Int == 3)
      #expect(last["categoryId"] is NSNull)
      #expect(mine.json(mine.events[2])["name"] as? String == "집\n안")
      let ids = mine.events.compactMap { Int($0.id) }
      #expect(ids == ids.sorted() && Set(ids).count == 4)
      #expect(theirs.titles == ["theirs"])
    }
  }

  @Test func `a client that comes back gets what it has missed, once and in order`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      // Cut off before its first event: it has an id all the same.
      let first = try EventClient.open(gateway.port, token)
      #expect(first.events.isEmpty)
      var wanted: [String] = []
      for number in 0..<5 {
        wanted.append("a\(number)")
        _ = try make("a\(number)", gateway, token)
      }
      let second = try EventClient.open(gateway.port, token, after: first.lastEventID)
      try #require(try second.read { $0.titles.count >= 3 })
      // What it has read of the rest does not count: it comes back with an older id.
      let id = second.events[2].id
      for number in 0..<250 {
        wanted.append("b\(number)")
        _ = try make("b\(number)", gateway, token)
      }
      let third = try EventClient.open(gateway.port, token, after: id)
      try #require(try third.read { $0.titles.count >= 252 })
      wanted.append("live")
      _ = try make("live", gateway, token)
      try #require(try third.read { $0.titles.last == "live" })
      #expect(Array(second.titles.prefix(3)) + third.titles == wanted)
    }
  }

  @Test func `those who come while others write miss nothing and get nothing twice`() async throws {
    try await TestGateway.serving({ $0.streamsPerUser = 100 }) { gateway async throws in
      let token = try gateway.token()
      let start = try EventClient.open(gateway.port, token).lastEventID
      let port = gateway.port
      async let writing = onThread {
        guard let writer = try? RawConnection(port: port) else { return 0 }
        return (0..<300).filter { number in
          writer.send(
            TestGateway.request(
              "POST", "/v1/todos", token: token, json: #"{"title":"n\#(number)"}"#))
          return writer.answer()?.status == 201
        }.count
      }
      var clients: [EventClient] = []
      for _ in 0..<40 {
        try await Task.sleep(for: .milliseconds(5))
        clients.append(try EventClient(port: port, token: token, after: start))
      }
      #expect(await writing == 300)
      let wanted = (0..<300).map { "n\($0)" }
      for client in clients {
        try client.read { $0.titles.count >= 300 }
        #expect(client.titles == wanted, "\(client.titles.count) events")
      }
    }
  }

  @Test func `an id that was never given is answered by a reset, and the stream goes on`()
    async throws
  {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      for id in ["x", "999999999", "-1", "1.5", "9223372036854775808", "0x1", "1, 2"] {
        let client = try EventClient(port: gateway.port, token: token, after: id)
        try #require(try client.read { !$0.events.isEmpty })
        #expect(client.types == ["reset"], "\(id)")
        #expect(client.json(client.events[0]) as? [String: String] == ["reason": "unknown"])
        // From here on it can come back like any other.
        _ = try make("behind \(id)", gateway, token)
        let again = try EventClient.open(gateway.port, token, after: client.lastEventID)
        try #require(try again.read { !$0.events.isEmpty })
        #expect(again.titles == ["behind \(id)"])
      }
    }
  }

  @Test func `a client that has missed too much is told to read its lists`() async throws {
    try await TestGateway.serving({ $0.maximumReplay = 5 }) { gateway async throws in
      let token = try gateway.token()
      let id = try EventClient.open(gateway.port, token).lastEventID
      for number in 0..<5 { _ = try make("n\(number)", gateway, token) }
      let enough = try EventClient.open(gateway.port, token, after: id)
      try #require(try enough.read { $0.titles.count == 5 })
      _ = try make("n5", gateway, token)
      let late = try EventClient(port: gateway.port, token: token, after: id)
      try #require(try late.read { !$0.events.isEmpty })
      #expect(late.types == ["reset"])
      #expect(late.json(late.events[0]) as? [String: String] == ["reason": "too-old"])
      _ = try make("n6", gateway, token)
      try #require(try late.read { $0.events.count > 1 })
      #expect(late.titles == ["n6"])
    }
  }

  @Test func `a stream that is not to follow ends well, and its connection is kept`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      let id = try EventClient.open(gateway.port, token).lastEventID
      for number in 0..<120 { _ = try make("n\(number)", gateway, token) }
      let client = try EventClient(
        port: gateway.port, token: token, after: id, query: "?follow=false")
      try #require(try client.read { $0.isWhole })
      #expect(client.titles.count == 120)
      #expect(client.next(StrictnessTests.hello)?.status == 200)
      let refused = try gateway.call("GET", "/v1/events?follow=maybe", token: token)
      #expect(refused.status == 422)
    }
  }

  @Test func `HTTP/1.0 gets no chunks and an end, HEAD no body and no length`() throws {
    let gateway = try Shared.gateway.get()
    let token = try gateway.token()
    for more in ["", "Connection: keep-alive\r\n"] {
      let old = try RawConnection(port: gateway.port)
      old.send(
        "GET /v1/events?follow=false HTTP/1.0\r\nHost: a\r\n\(more)"
          + "Authorization: Bearer \(token)\r\n\r\n")
      let answer = try #require(old.answer())
      #expect(answer["Transfer-Encoding"] == nil)
      #expect(answer["Content-Length"] == nil)
      #expect(answer.text.hasPrefix("retry: 2000\n\nid: "))
    }
    let head = try RawConnection(port: gateway.port)
    head.send(TestGateway.request("HEAD", "/v1/events", token: token) + StrictnessTests.hello)
    let answer = try #require(head.answer(toHead: true))
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/event-stream")
    #expect(answer["Content-Length"] == nil)
    #expect(head.answer()?.string("message") == "hello")
  }

  @Test func `nobody gets events without a good token`() throws {
    let gateway = try Shared.gateway.get()
    for token in [nil, "wrong"] {
      let answer = try gateway.call("GET", "/v1/events", token: token)
      #expect(answer.status == 401)
      #expect(answer["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
    }
  }

  @Test func `a silent stream gets comments, which are no events`() async throws {
    try await TestGateway.serving({ $0.heartbeatSeconds = 1 }) { gateway async throws in
      let client = try EventClient.open(gateway.port, try gateway.token())
      #expect(try client.read(within: 10) { $0.text.components(separatedBy: "\n:\n").count > 2 })
      #expect(client.events.isEmpty)
    }
  }

  @Test func `a list has links to its parts, which lead to its end`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      for number in 0..<5 { _ = try make("n\(number)", gateway, token) }
      var target = "/v1/todos?limit=2&done=false"
      var titles: [String] = []
      for _ in 0..<10 {
        let answer = try gateway.call("GET", target, token: token)
        #expect(answer.status == 200)
        titles += (answer.json["items"] as? [[String: Any]] ?? []).compactMap {
          $0["title"] as? String
        }
        guard let link = answer["Link"] else {
          #expect(answer.json["nextCursor"] is NSNull)
          break
        }
        #expect(link.hasSuffix(#">; rel="next""#))
        target = String(link.dropFirst().prefix { $0 != ">" })
        #expect(target.contains("done=false") && target.contains("limit=2"))
      }
      #expect(titles.prefix(5) == ["n4", "n3", "n2", "n1", "n0"])
      #expect(titles.count == 8)
    }
  }
}
