import Foundation
import GatewayApp
import MaruStreams
import Testing

/// Who may have a stream, for how long, and what becomes of those who cannot keep up.
@Suite struct EventStreamLimitTests {
  private func streams(_ gateway: TestGateway) throws -> Int {
    try gateway.call("GET", "/v1/debug/connections").json["streams"] as? Int ?? -1
  }

  private func wait(for count: Int, _ gateway: TestGateway) async throws -> Bool {
    for _ in 0..<250 {
      if try streams(gateway) == count { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  /// About 4 KB each.
  private func fill(_ gateway: TestGateway, _ token: String, _ names: [String]) throws {
    let writer = try RawConnection(port: gateway.port)
    let padding = String(repeating: "👩‍👩‍👧‍👦", count: 160)
    for name in names {
      writer.send(
        TestGateway.request(
          "POST", "/v1/todos", token: token, json: #"{"title":"\#(name) \#(padding)"}"#))
      #expect(writer.answer()?.status == 201)
    }
  }

  @Test func `a user has so many streams at a time, all together so many`() async throws {
    try await TestGateway.serving({
      $0.streamsPerUser = 2
      $0.maximumStreams = 3
    }) { gateway async throws in
      let (minji, alex) = (try gateway.token(), try gateway.token("alex"))
      var open = try (0..<2).map { _ in try EventClient.open(gateway.port, minji) }
      let third = try gateway.call("GET", "/v1/events", token: minji)
      #expect(third.status == 429)
      #expect(third.string("code") == "too-many-streams")
      #expect(third["Retry-After"] == "5")
      open.append(try EventClient.open(gateway.port, alex))
      let fourth = try gateway.call("GET", "/v1/events", token: alex)
      #expect(fourth.status == 503)
      #expect(fourth.string("code") == "no-stream-left")
      // A HEAD takes no place for longer than it lasts, nor does a stream whose answer is dropped.
      open.removeFirst()
      #expect(try await wait(for: 2, gateway))
      for _ in 0..<5 {
        _ = try gateway.attempt("HEAD", "/v1/events", token: minji)
        let dropped = try gateway.attempt(
          "GET", "/v1/events", token: minji, ["Maru-Fault": "drop-answer"])
        #expect(dropped == nil)
      }
      open.append(try EventClient.open(gateway.port, minji))
      #expect(try streams(gateway) == 3)
    }
  }

  @Test func `the server sees at once that a client has left, and nothing of it stays`()
    async throws
  {
    try await TestGateway.serving({ $0.streamsPerUser = 200 }) { gateway async throws in
      let token = try gateway.token()
      var clients: [EventClient] = []
      for _ in 0..<100 { clients.append(try EventClient.open(gateway.port, token)) }
      #expect(try streams(gateway) == 100)
      // And some that leave in the middle of the beginning.
      for _ in 0..<50 { _ = try EventClient(port: gateway.port, token: token, after: "0") }
      clients.removeAll()
      var inFlight = 0
      for _ in 0..<250 where inFlight != 1 {
        try await Task.sleep(for: .milliseconds(20))
        inFlight =
          try gateway.call("GET", "/v1/debug/connections").json["requestsInFlight"] as? Int ?? 0
      }
      #expect(inFlight == 1, "only the question itself")
      #expect(try streams(gateway) == 0)
      #expect(gateway.log.contains(#""reason":"left""#))
    }
  }

  @Test func `a client that is too slow is let go, misses nothing, and holds up nobody`()
    async throws
  {
    try await TestGateway.serving({ $0.streamQueueBytes = 16 * 1024 }) { gateway async throws in
      let token = try gateway.token()
      let quick = try EventClient.open(gateway.port, token)
      let slow = try EventClient(
        port: gateway.port, token: token, receiveBuffer: 4096)
      try #require(try slow.read { !$0.lastEventID.isEmpty })
      let names = (0..<150).map { "n\($0)" }
      var isLetGo = false
      for start in stride(from: 0, to: names.count, by: 10) {
        try fill(gateway, token, Array(names[start..<start + 10]))
        let wanted = start + 10
        #expect(try quick.read { $0.events.count >= wanted })
        guard !isLetGo, gateway.log.contains(#""reason":"slow""#) else { continue }
        isLetGo = true
        // Now it reads what had been queued, to the end.
        try slow.read { $0.isWhole }
      }
      #expect(isLetGo)
      #expect(slow.isWhole, "the body has its end")
      #expect(slow.text.contains(": too slow: come back with the last id\n"))
      #expect(slow.events.count < 150)
      let again = try EventClient.open(gateway.port, token, after: slow.lastEventID)
      let missing = 150 - slow.events.count
      #expect(try again.read { $0.events.count >= missing })
      let got = (slow.titles + again.titles).compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
      #expect(got == names)
      #expect(quick.events.count == 150)
    }
  }

  @Test func `what was missed is sent as slowly as the client takes it, however much it is`()
    async throws
  {
    try await TestGateway.serving({ $0.streamQueueBytes = 16 * 1024 }) { gateway async throws in
      let token = try gateway.token()
      let id = try EventClient.open(gateway.port, token).lastEventID
      try fill(gateway, token, (0..<300).map { "n\($0)" })
      let client = try EventClient(
        port: gateway.port, token: token, after: id, query: "?follow=false", receiveBuffer: 4096)
      // More than a megabyte waits in the table, not in the queue.
      try await Task.sleep(for: .milliseconds(300))
      try client.read(within: 60) { $0.isWhole }
      #expect(client.events.count == 300)
    }
  }

  @Test func `a client that takes nothing is let go after two heartbeats`() async throws {
    try await TestGateway.serving({ $0.heartbeatSeconds = 1 }) { gateway async throws in
      let token = try gateway.token()
      let id = try EventClient.open(gateway.port, token).lastEventID
      try fill(gateway, token, (0..<200).map { "n\($0)" })
      let client = try EventClient(
        port: gateway.port, token: token, after: id, receiveBuffer: 4096)
      for _ in 0..<1000 where !gateway.log.contains(#""reason":"slow""#) {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(gateway.log.contains(#""reason":"slow""#))
      #expect(try streams(gateway) == 0)
      _ = client
    }
  }

  @Test func `a stream ends with its token, whether that expires or somebody signs out`()
    async throws
  {
    try await TestGateway.serving({
      $0.heartbeatSeconds = 1
      $0.accessTokenSeconds = 2
      $0.clockSkewSeconds = 0
    }) { gateway async throws in
      let client = try EventClient.open(gateway.port, try gateway.token())
      #expect(try client.read(within: 10) { $0.isWhole })
      #expect(client.text.contains(": the access token is good no longer"))
    }
    try await TestGateway.serving({ $0.heartbeatSeconds = 1 }) { gateway async throws in
      let session = try gateway.signIn()
      let stolen = try EventClient.open(gateway.port, session.string("access_token"))
      let other = try EventClient.open(gateway.port, try gateway.token())
      _ = try gateway.call(
        "POST", "/v1/revoke", form: "token=\(session.string("refresh_token"))")
      #expect(try stolen.read(within: 10) { $0.isWhole })
      #expect(try !other.read(within: 1.5) { $0.isWhole })
      #expect(gateway.log.contains(#""reason":"unauthorized""#))
    }
  }

  @Test func `a stream that breaks on request breaks so often, and nothing is lost`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      var id = try EventClient.open(gateway.port, token).lastEventID
      let names = (0..<40).map { "n\($0)" }
      for name in names {
        _ = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"\#(name)"}"#)
      }
      var titles: [String] = []
      for round in 0..<4 {
        let client = try EventClient(
          port: gateway.port, token: token, after: id,
          ["Maru-Fault": "cut-body; bytes=2000; times=3; id=story"])
        try client.read(within: 3) { $0.isClosed || $0.titles.last == "n39" }
        #expect(client.isClosed == (round < 3))
        #expect(!client.isWhole)
        titles += client.titles
        id = client.lastEventID
      }
      #expect(titles == names)
    }
  }
}
