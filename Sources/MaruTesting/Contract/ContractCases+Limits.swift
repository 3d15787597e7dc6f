internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// What ends when its time is over.
  static let limits: [ContractDefinition] = [
    .init("a response that does not begin in time is told", ["RETRY-3", "NET-2"]) { bench in
      let limits = TransportLimits(attempt: .seconds(7), firstByte: .milliseconds(100))
      try await timesOut(bench, [.hold], limits)
    },
    .init("a body that stops is told", ["RETRY-3", "NET-2"]) { bench in
      let limits = TransportLimits(attempt: .seconds(7), idle: .milliseconds(100))
      try await timesOut(bench, [.head(200), .body([1]), .hold], limits)
    },
    .init("an attempt without an answer ends at its limit", ["RETRY-3", "NET-2"]) { bench in
      try await timesOut(bench, [.hold], TransportLimits(attempt: .milliseconds(100)))
    },
    .init("an attempt whose body drips ends at its limit", ["RETRY-3", "NET-2"]) { bench in
      let drip = [ServerAct](repeating: .pause(.milliseconds(5)), count: 1500).flatMap {
        [$0, ServerAct.body([1])]
      }
      let limits = TransportLimits(attempt: .milliseconds(100), idle: .seconds(10))
      try await timesOut(bench, [.head(200)] + drip, limits)
    },
    .init("an attempt whose head drips ends at its limit", ["RETRY-3", "NET-2"], needs: .wire) {
      bench in
      let head = Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "X: 1\r\n", count: 1000)).utf8)
      let peer = try bench.peer { _ in [.drip(head, every: .milliseconds(5))] }
      let limits = TransportLimits(
        attempt: .milliseconds(100), firstByte: .seconds(10), idle: .seconds(10))
      try await timesOut(bench, ContractServer(peer), limits)
    },
    .init("a slow body within the idle limit arrives", ["RETRY-3"]) { bench in
      let pieces = [ServerAct](repeating: .pause(.milliseconds(350)), count: 10).flatMap {
        [$0, ServerAct.body([1])]
      }
      let server = try await bench.serve([.head(200)] + pieces + [.end])
      let transport = try await bench.transport()
      let limits = TransportLimits(attempt: .seconds(7), idle: .seconds(3))
      let request = TransportRequest(.get, server.url("/"))
      let call = await bench.call(transport, request, limits: limits)
      try bench.equal(try bench.value(call).body.count, 10, "bytes")
    },
    .init("an upload that nobody reads is told", ["RETRY-3", "NET-2"], needs: .wire) { bench in
      // After its pause it reads what has come, and so sees the end of the connection.
      let peer = try bench.peer(reading: .head) { _ in [.act(.pause(.seconds(3))), .act(.hold)] }
      let transport = try await bench.transport()
      let stream = ContractStream([.endless([UInt8](repeating: 1, count: 65_536))])
      let limits = TransportLimits(attempt: .seconds(7), idle: .milliseconds(100))
      let call = try await bench.soon {
        await bench.call(
          transport, TransportRequest(.post, peer.url()), body: stream.body(length: nil),
          limits: limits)
      }
      try bench.failure(call, .timedOut, arrival: .possible)
    },
    .init("a server that accepts no connection is told in time", ["RETRY-3"], needs: .wire) {
      bench in
      guard let port = FullPort() else {
        throw ContractFinding(expected: "a port whose queue is full", found: "none")
      }
      defer { port.stop() }
      let transport = try await bench.transport()
      let limits = TransportLimits(attempt: .seconds(7), connect: .milliseconds(100))
      let call = try await bench.soon {
        await bench.call(transport, TransportRequest(.get, port.url), limits: limits)
      }
      try bench.failure(call, .timedOut, .unreachable, arrival: .impossible)
    },
  ]

  private static func timesOut(
    _ bench: ContractBench, _ script: [ServerAct], _ limits: TransportLimits
  ) async throws {
    try await timesOut(bench, try await bench.serve(script), limits)
  }

  private static func timesOut(
    _ bench: ContractBench, _ server: ContractServer, _ limits: TransportLimits
  ) async throws {
    let transport = try await bench.transport()
    let call = try await bench.soon {
      await bench.call(transport, TransportRequest(.get, server.url("/")), limits: limits)
    }
    try bench.failure(call, .timedOut, arrival: .possible)
    try await bench.until("the connection is closed") { server.openConnections() == 0 }
    try bench.equal(server.requests().count, 1, "requests at the server:")
  }
}
