import MaruHTTP
import MaruTesting
import Testing

@Suite struct PeerTests {
  static let hi = ServerAct.response(200, body: Array("hi".utf8)).map(WireAct.act)

  @Test func `a response with a length goes out as HTTP says`() throws {
    let peer = try BreakingPeer { _ in Self.hi }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    client.send("GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.read(until: "hi").text == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    peer.stop()
    #expect(peer.requests.map(\.method) == ["GET"])
    #expect(peer.requests.map(\.target) == ["/a?b"])
    #expect(peer.requests.map(\.lines) == [["Host: x"]])
  }

  @Test func `a response without a length is chunked, and an empty piece does not end it`() throws {
    let peer = try BreakingPeer.playing { _ in
      [
        .head(status: 200, fields: HeaderFields()), .body([]), .body(Array("hello".utf8)),
        .fill(17), .end,
      ]
    }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    client.send("GET / HTTP/1.1\r\n\r\n")
    let text = client.read(until: "0\r\n\r\n").text
    #expect(
      text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\n11\r\nxxxxxxxxxxxxxxxxx\r\n0\r\n\r\n")
  }

  @Test func `HEAD, 204 and 304 get no body, whatever the script says`() throws {
    let peer = try BreakingPeer.playing { request in
      [
        .head(status: Int(request.target.dropFirst()) ?? 0, fields: HeaderFields()),
        .body([120]), .end,
      ]
    }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    for (method, status) in [("HEAD", 200), ("GET", 204), ("GET", 304)] {
      client.send("\(method) /\(status) HTTP/1.1\r\n\r\n")
      let text = client.read(until: "\r\n\r\n").text
      #expect(text.hasPrefix("HTTP/1.1 \(status) ") && !text.contains("chunked"))
    }
  }

  @Test func `requests on one connection are numbered, and so are connections`() throws {
    let peer = try BreakingPeer { _ in Self.hi }
    defer { peer.stop() }
    for _ in 0..<2 {
      let client = try RawConnection(port: peer.port)
      for _ in 0..<2 {
        client.send("GET / HTTP/1.1\r\n\r\n")
        _ = client.read(until: "hi")
      }
    }
    #expect(peer.requests.map(\.connection) == [0, 0, 1, 1])
    #expect(peer.requests.map(\.number) == [0, 1, 0, 1])
    #expect(peer.connectionsAccepted == 2)
  }

  @Test func `bodies with a length and in chunks are read and kept up to the bound`() throws {
    let peer = try BreakingPeer(keptBodyBytes: 4) { _ in Self.hi }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    client.send("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\nabc")
    client.send("def")
    _ = client.read(until: "hi")
    client.send("POST / HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n")
    client.send("0123456789\r\n0\r\nTrailer: 1\r\n\r\n")
    _ = client.read(until: "hi")
    #expect(peer.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["abcd", "abc0"])
    #expect(peer.requests.map(\.bodyLength) == [6, 13])
    #expect(peer.requests.map(\.isBodyWhole) == [true, true])
  }

  @Test func `a client that expects 100 Continue gets it before its body is read`() throws {
    let peer = try BreakingPeer { _ in Self.hi }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n").text == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("x")
    #expect(client.read(until: "hi").end == .whole)
  }

  @Test func `a request whose body breaks off is written down as such and gets no answer`() throws {
    let peer = try BreakingPeer { _ in Self.hi }
    defer { peer.stop() }
    do {
      let client = try RawConnection(port: peer.port)
      client.send("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\nabc")
    }
    #expect(peer.waitUntil { $0.requests == 1 && $0.open == 0 })
    #expect(peer.requests.first?.isBodyWhole == false)
    #expect(peer.requests.first?.bodyLength == 3)
    #expect(peer.bytesSent == 0)
  }

  @Test func `an answer may come before the body is read, and reaches a client that sends`() throws
  {
    let peer = try BreakingPeer(reading: { _, _ in .head }) { _ in Self.hi }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    client.send("POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n")
    client.send([UInt8](repeating: 1, count: 300_000))
    let (text, end) = client.read()
    #expect(text.hasSuffix("hi") && end == .ended)
  }

  @Test func `a script may answer a connection that has said nothing`() throws {
    let peer = try BreakingPeer(reading: { _, _ in .nothing }) { _ in [.text("SSH-2.0-x\r\n")] }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    #expect(client.read().text == "SSH-2.0-x\r\n")
    #expect(peer.requests.isEmpty)
  }

  @Test func `raw bytes close the connection behind them unless end keeps it`() throws {
    let peer = try BreakingPeer { request in
      request.number == 0 ? [.text("half"), .act(.end)] : [.text("HTTP/1.1 20")]
    }
    defer { peer.stop() }
    let client = try RawConnection(port: peer.port)
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(client.read(until: "half").end == .whole)
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(client.read() == ("HTTP/1.1 20", .ended))
  }

  @Test func `cut ends, reset breaks, and drip and repeat send all they hold`() throws {
    let peer = try BreakingPeer { request in
      switch request.target {
      case "/cut": [.text("a"), .act(.cut)]
      case "/reset": [.act(.reset)]
      case "/drip": [.drip(Array("abc".utf8), every: .milliseconds(1))]
      default: [.repeated(Array("ab".utf8), times: 70_001)]
      }
    }
    defer { peer.stop() }
    func answer(_ target: String) throws -> (text: String, end: RawConnection.End) {
      let client = try RawConnection(port: peer.port)
      client.send("GET \(target) HTTP/1.1\r\n\r\n")
      return client.read()
    }
    #expect(try answer("/cut") == ("a", .ended))
    #expect(try answer("/reset").end == .reset)
    #expect(try answer("/drip") == ("abc", .ended))
    #expect(try answer("/repeat").text.utf8.count == 140_002)
  }

  @Test(arguments: [
    [WireAct.act(.hold)], [.act(.pause(.seconds(600)))], [.act(.fill(1 << 40))],
    [.endless([120], every: .seconds(600))],
  ])
  func `a client that leaves ends the connection, whatever the server does`(script: [WireAct])
    async throws
  {
    let peer = try BreakingPeer { _ in script }
    defer { peer.stop() }
    var client: RawConnection? = try RawConnection(port: peer.port)
    client?.send("GET / HTTP/1.1\r\n\r\n")
    #expect(await peer.reaches { $0.inFlight == 1 && $0.open == 1 })
    client = nil
    #expect(await peer.reaches { $0.inFlight == 0 && $0.open == 0 })
  }

  @Test(arguments: [
    [WireAct.act(.hold)], [.act(.pause(.seconds(600)))], [.act(.fill(1 << 40))],
    [.endless([120], every: .seconds(600))],
  ])
  func `stopping ends every connection and may be done twice`(script: [WireAct]) throws {
    let peer = try BreakingPeer { _ in script }
    defer { peer.stop() }
    let clients = try (0..<4).map { _ in try RawConnection(port: peer.port) }
    defer { withExtendedLifetime(clients) {} }
    for client in clients.dropFirst() { client.send("GET / HTTP/1.1\r\n\r\n") }
    #expect(peer.waitUntil { $0.inFlight == 3 && $0.open == 4 })
    peer.stop()
    peer.stop()
    #expect(peer.connectionsOpen == 0)
    #expect(throws: RawConnection.Refused.self) { try RawConnection(port: peer.port) }
  }

  @Test func `letting go of the server stops it`() throws {
    var peer: BreakingPeer? = try BreakingPeer { _ in [.act(.hold)] }
    let port = try #require(peer?.port)
    let client = try RawConnection(port: port)
    client.send("GET / HTTP/1.1\r\n\r\n")
    peer = nil
    #expect(client.read().end != .whole)
    #expect(throws: RawConnection.Refused.self) { try RawConnection(port: port) }
  }

  @Test func `a script may stop its own server`() throws {
    let box = PeerBox()
    let peer = try BreakingPeer { _ in
      box.peer?.stop()
      return []
    }
    defer { peer.stop() }
    box.peer = peer
    let client = try RawConnection(port: peer.port)
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(client.read().text.isEmpty)
  }

  /// @unchecked: written once before the only connection is made.
  final class PeerBox: @unchecked Sendable { weak var peer: BreakingPeer? }
}
