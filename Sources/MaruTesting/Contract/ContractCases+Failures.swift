internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// How a connection's failures are told.
  static let failures: [ContractDefinition] = [
    .init("a port that refuses is unreachable, and nothing has arrived", ["FAIL-5", "FAIL-6"]) {
      bench in
      let server = try await bench.serve(ServerAct.response(200))
      await server.stop()
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.post, server.url("/")))
      try bench.failure(call, .unreachable, arrival: .impossible)
    },
    .init("a connection lost before the answer is told", ["FAIL-5", "FAIL-6"]) { bench in
      for script in [[ServerAct.cut], [.reset]] {
        let server = try await bench.serve(script)
        let transport = try await bench.transport()
        let call = await bench.call(transport, TransportRequest(.post, server.url("/")))
        try bench.failure(call, .connectionLost, arrival: .possible)
      }
    },
    .init("a connection lost in the middle of a body is told", ["FAIL-5", "NET-2"]) { bench in
      let length: [(HeaderName, String)] = [(.contentLength, "100")]
      for fields in [length, []] {
        for ending in [ServerAct.cut, .reset] {
          // Reset discards what is on its way, so it must have come.
          let server = try await bench.serve([
            .head(200, fields), .body([1, 2, 3]), .pause(.milliseconds(20)), ending,
          ])
          let transport = try await bench.transport()
          let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
          try bench.failure(call, .connectionLost, arrival: .possible)
        }
      }
    },
    .init("after a lost connection the next call works", ["NET-1"]) { bench in
      let server = try await bench.serve { request in
        request.target == "/lost" ? [.cut] : ServerAct.text("hi")
      }
      let transport = try await bench.transport()
      for _ in 0..<3 {
        let lost = await bench.call(transport, TransportRequest(.post, server.url("/lost")))
        try bench.failure(lost, .connectionLost)
        let next = await bench.call(transport, TransportRequest(.get, server.url("/")))
        try bench.equal(try bench.value(next).text, "hi", "the next body")
      }
    },
  ]

  /// A transport sends nothing twice by itself (RFC 9110 §9.2.2).
  static let sentOnce: [ContractDefinition] = [
    .init("a POST whose new connection dies is sent once", ["RETRY-1"]) { bench in
      try await arrivesOnce(bench, .post, kept: false)
    },
    .init("a GET whose new connection dies is sent once", ["RETRY-1"]) { bench in
      try await arrivesOnce(bench, .get, kept: false)
    },
    .init("a POST whose kept connection dies is sent once", ["RETRY-1"], needs: .keepsConnections) {
      bench in
      try await arrivesOnce(bench, .post, kept: true)
    },
    .init("a GET whose kept connection dies is sent once", ["RETRY-1"], needs: .keepsConnections) {
      bench in
      try await arrivesOnce(bench, .get, kept: true)
    },
    .init(
      "a call after the server has closed its connection arrives at most once", ["RETRY-1"],
      needs: .keepsConnections
    ) { bench in
      for method in [RequestMethod.get, .post] {
        let server = try await bench.serve { request in
          request.target == "/first" ? ServerAct.text("hi") + [.cut] : ServerAct.text("ho")
        }
        let transport = try await bench.transport()
        try bench.value(
          await bench.call(transport, TransportRequest(.get, server.url("/first"))))
        try await bench.until("the server has closed") { server.openConnections() == 0 }
        let call = await bench.call(transport, TransportRequest(method, server.url("/second")))
        if case .value = call {
          let count = server.requests().filter { $0.target == "/second" }.count
          try bench.equal(count, 1, "\(method) requests at the server:")
        } else {
          // Without a look at the connection before, this can't be told from a lost answer.
          try bench.failure(call, .connectionLost)
          let count = server.requests().filter { $0.target == "/second" }.count
          try bench.expect(count <= 1, "at most one request", found: "\(count)")
        }
      }
    },
  ]

  /// Has the connection die after the request was read, in each way, and counts arrivals.
  private static func arrivesOnce(
    _ bench: ContractBench, _ method: RequestMethod, kept isKept: Bool
  ) async throws {
    for ending in [ServerAct.cut, .reset] {
      let server = try await bench.serve { request in
        request.target == "/dies" ? [ending] : ServerAct.text("hi")
      }
      let transport = try await bench.transport()
      if isKept {
        try bench.value(await bench.call(transport, TransportRequest(.get, server.url("/"))))
      }
      let body: RequestBody = method == .get ? .none : .bytes([1, 2, 3], as: .json)
      let request = TransportRequest(method, server.url("/dies"))
      try bench.failure(
        await bench.call(transport, request, body: body), .connectionLost, arrival: .possible)
      let arrived = server.requests().filter { $0.target == "/dies" }
      try bench.equal(arrived.count, 1, "\(method) requests at the server after \(ending):")
      if isKept { try bench.equal(arrived[0].connection, 0, "on the kept connection") }
    }
  }
}
