import Foundation
import GatewayApp
import Testing

@Suite struct ConnectionTests {
  @Test func `a body byte by byte is one request`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    for byte in Array(TestGateway.request("POST", "/v1/token", form: "grant_type=none").utf8) {
      connection.send([byte])
    }
    #expect(connection.answer()?.string("error") == "unsupported_grant_type")
  }

  @Test func `a client that waits to be told to go on is told so`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    for _ in 0..<2 {
      connection.send(
        "POST /v1/token HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(connection.answer()?.status == 100)
      connection.send("ab")
      #expect(connection.answer()?.status == 400)
    }
  }

  @Test func `a valid request id comes back, and another one is replaced`() throws {
    let gateway = try Shared.gateway.get()
    let kept = try gateway.call("GET", "/v1/hello", ["X-Request-ID": "abc.DEF-1_2"])
    #expect(kept["X-Request-ID"] == "abc.DEF-1_2")
    let replaced = try gateway.call("GET", "/v1/hello", ["X-Request-ID": "a b"])
    #expect(replaced["X-Request-ID"]?.utf8.count == 32)
  }

  @Test func `a client that is still sending can read why it was refused`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    connection.send("POST /v1/token HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n")
    connection.send([UInt8](repeating: 0x61, count: 2_000_000))
    #expect(connection.answer()?.status == 413)
  }

  @Test func `clients that drip a head or a body are out when the time is up`() async throws {
    try await TestGateway.serving({
      $0.headSeconds = 1
      $0.bodySeconds = 1
    }) { gateway async throws in
      let silent = try RawConnection(port: gateway.port)
      let head = try RawConnection(port: gateway.port)
      let body = try RawConnection(port: gateway.port)
      head.send("GET /v1/hello HTTP/1.1\r\nX: ")
      body.send("POST /v1/token HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
      for _ in 0..<30 {
        head.send("a")
        body.send("a")
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(head.rest(within: 1) != nil)
      #expect(body.rest(within: 1) != nil)
      #expect(silent.rest(within: 1) == [])
      #expect(try gateway.call("GET", "/v1/hello").status == 200)
    }
  }

  @Test func `clients that go on sending when their time is up are out all the same`() async throws
  {
    try await TestGateway.serving({ $0.bodySeconds = 1 }) { gateway async throws in
      let connections = try (0..<40).map { _ in try RawConnection(port: gateway.port) }
      for connection in connections {
        connection.send("POST /v1/token HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
      }
      let end = Date().addingTimeInterval(2.5)
      // Without a pause: so that bytes arrive in the very turn in which the time is up.
      while Date() < end {
        for connection in connections { _ = connection.trySend([0x61]) }
      }
      let left = connections.filter { $0.rest(within: 3) == nil }.count
      #expect(left == 0)
    }
  }

  @Test func `one connection too many is told so, and a free place is taken again`() async throws {
    try await TestGateway.serving({ $0.maximumConnections = 5 }) { gateway async throws in
      var connections = try (0..<5).map { _ in try RawConnection(port: gateway.port) }
      for connection in connections {
        connection.send(StrictnessTests.hello)
        #expect(connection.answer()?.status == 200)
      }
      let sixth = try RawConnection(port: gateway.port)
      let refusal = try #require(sixth.answer())
      #expect(refusal.status == 503)
      #expect(refusal["Date"] != nil)
      #expect(refusal.string("code") == "too-many-connections")
      connections.removeFirst()
      var status = 0
      for _ in 0..<100 where status != 200 {
        status = try gateway.attempt("GET", "/v1/hello")?.status ?? 0
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(status == 200)
    }
  }

  @Test func `clients that leave in the middle leave nothing behind`() async throws {
    try await TestGateway.serving { gateway async throws in
      let token = try gateway.token()
      let slow = TestGateway.request(
        "GET", "/v1/todos", token: token, ["Maru-Fault": "delay; ms=200"])
      for round in 0..<300 {
        let connection = try RawConnection(port: gateway.port)
        switch round % 3 {
        case 0: connection.send(slow)
        case 1: connection.send(String(slow.prefix(40)))
        default: break
        }
      }
      var open = -1
      for _ in 0..<200 where open != 1 {
        try await Task.sleep(for: .milliseconds(20))
        let answer = try gateway.call("GET", "/v1/debug/connections")
        open = answer.json["open"] as? Int ?? -1
        if open == 1 { #expect(answer.json["requestsInFlight"] as? Int == 1) }
      }
      #expect(open == 1, "only the one that asks")
    }
  }

  #if os(Linux)
    @Test func `clients that leave in the middle cost no descriptor`() throws {
      let folder = try GatewayProcess.makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let gateway = try GatewayProcess.serving(in: folder)
      _ = try gateway.token()
      let before = try gateway.openSockets()
      for round in 0..<300 {
        let connection = try RawConnection(port: gateway.port)
        let request = TestGateway.request("GET", "/v1/hello", ["Maru-Fault": "delay; ms=100"])
        connection.send(round.isMultiple(of: 2) ? request : String(request.prefix(40)))
      }
      var after = Int.max
      for _ in 0..<250 where after > before {
        usleep(20_000)
        after = try gateway.openSockets()
      }
      #expect(after <= before)
      gateway.signal(SIGTERM)
      #expect(gateway.exitCode() == 0)
    }
  #endif

  @Test func `a client that pipelines without reading is not read without end`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    connection.send(
      TestGateway.request("GET", "/v1/hello", ["Maru-Fault": "delay; ms=3000"]))
    let flood = [UInt8](
      String(repeating: StrictnessTests.hello, count: 2000).utf8)
    var sent = 0
    for _ in 0..<200 {
      let count = connection.trySend(flood)
      sent += count
      if count < flood.count { break }
    }
    // What the kernel's two buffers take, and no more than 64 KiB of ours.
    #expect(sent < 16_000_000)
  }
}
