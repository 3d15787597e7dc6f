import Foundation
import GatewayApp
import MaruStreams
import Testing

/// Streams of a program that ends; each test has a process of its own.
@Suite(.serialized) struct EventStreamProcessTests {
  @Test(.timeLimit(.minutes(2)))
  func `kill -9 and a restart lose no event and double none`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var acknowledged: [String] = []
    var got: [String] = []
    var id: String?
    var generator = SystemRandomNumberGenerator()
    for round in 0..<5 {
      let gateway = try GatewayProcess.serving(in: folder)
      let token = try gateway.token()
      let client = try EventClient.open(gateway.port, token, after: id)
      let writer = try RawConnection(port: gateway.port)
      let end = Date().addingTimeInterval(Double.random(in: 0.1...0.4, using: &generator))
      var number = 0
      while true {
        let title = "\(round)-\(number)"
        writer.send(
          TestGateway.request("POST", "/v1/todos", token: token, json: #"{"title":"\#(title)"}"#))
        // With a write under way.
        if Date() > end { gateway.signal(SIGKILL) }
        guard writer.answer()?.status == 201 else { break }
        acknowledged.append(title)
        number += 1
      }
      gateway.waitForEnd()
      // The last round is read to its end below.
      try client.read { $0.isClosed }
      got += client.titles
      id = client.lastEventID
    }
    let gateway = try GatewayProcess.serving(in: folder)
    let token = try gateway.token()
    let client = try EventClient(
      port: gateway.port, token: token, after: id, query: "?follow=false")
    #expect(try client.read { $0.isWhole })
    got += client.titles
    #expect(Set(got).count == got.count, "none twice")
    #expect(Set(got).isSuperset(of: acknowledged), "none lost")
    // Unacknowledged ones may have been committed; at most the last of each round.
    #expect(got.count <= acknowledged.count + 5)
    #expect(acknowledged.count > 20)
    #expect(got.filter(Set(acknowledged).contains) == acknowledged, "in the order of commits")
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode() == 0)
  }

  @Test func `a gateway that stops tells its streams to come back, each at another time`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder)
    let token = try gateway.token()
    let clients = try (0..<10).map { _ in try EventClient.open(gateway.port, token) }
    let made = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"last"}"#)
    #expect(made.status == 201)
    for client in clients { try #require(try client.read { !$0.events.isEmpty }) }
    gateway.signal(SIGTERM)
    for client in clients {
      #expect(try client.read { $0.isWhole })
      #expect(client.titles == ["last"])
      #expect(client.text.contains(": the gateway is stopping: come back with the last id\n"))
      let retry = try #require(client.retry)
      #expect((.seconds(2) ... .seconds(6)).contains(retry))
    }
    #expect(Set(clients.map(\.retry)).count > 1)
    #expect(gateway.exitCode() == 0)
  }

  @Test func `what another gateway writes into the same database comes, too`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let here = try GatewayProcess.serving(in: folder, ["--heartbeat-seconds", "1"])
    let there = try GatewayProcess.serving(in: folder)
    let token = try here.token()
    let client = try EventClient.open(here.port, token)
    var wanted: [String] = []
    for number in 0..<10 {
      // By turns: what comes late must still come in the order of commits.
      let gateway = number.isMultiple(of: 2) ? there : here
      let json = #"{"title":"n\#(number)"}"#
      #expect(try gateway.call("POST", "/v1/todos", token: token, json: json).status == 201)
      wanted.append("n\(number)")
    }
    #expect(
      try there.call("POST", "/v1/todos", token: token, json: #"{"title":"last"}"#).status == 201)
    #expect(try client.read(within: 10) { $0.titles.last == "last" })
    #expect(client.titles == wanted + ["last"])
    for gateway in [here, there] {
      gateway.signal(SIGTERM)
      #expect(gateway.exitCode() == 0)
    }
  }

  @Test func `a client that does not read does not keep a gateway from stopping well`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder)
    let token = try gateway.token()
    let client = try EventClient(
      port: gateway.port, token: token, receiveBuffer: 4096)
    try #require(try client.read { !$0.lastEventID.isEmpty })
    let title = String(repeating: "👩‍👩‍👧‍👦", count: 160)
    for _ in 0..<60 {
      _ = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"\#(title)"}"#)
    }
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode() == 0)
    _ = client
  }

  #if os(Linux)
    @Test func `a thousand clients that come and go cost no descriptor`() throws {
      let folder = try GatewayProcess.makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let gateway = try GatewayProcess.serving(in: folder, ["--streams-per-user", "2000"])
      let token = try gateway.token()
      let before = try gateway.openSockets()
      for round in 0..<1000 {
        // Some leave before the answer, some in the middle of it, some as it goes on.
        let client = try EventClient(
          port: gateway.port, token: token, after: round.isMultiple(of: 3) ? "0" : nil)
        if round.isMultiple(of: 2) { try client.read { !$0.text.isEmpty } }
      }
      var after = Int.max
      for _ in 0..<500 where after > before {
        usleep(20_000)
        after = try gateway.openSockets()
      }
      #expect(after <= before)
      let numbers = try gateway.call("GET", "/v1/debug/connections").json
      #expect(numbers["streams"] as? Int == 0)
      #expect(numbers["requestsInFlight"] as? Int == 1)
      gateway.signal(SIGTERM)
      #expect(gateway.exitCode() == 0)
    }
  #endif
}
