internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// How a response's body is read.
  static let bodies: [ContractDefinition] = [
    .init("a body in many pieces arrives whole and in its order", ["NET-1"]) { bench in
      let pieces = (0..<300).map { Array("piece \($0);".utf8) }
      let whole = Array(pieces.joined())
      let server = try await bench.serve { request in
        let length: [(HeaderName, String)] = [(.contentLength, "\(whole.count)")]
        return [.head(200, request.target == "/length" ? length : [])]
          + pieces.map(ServerAct.body) + [.end]
      }
      let transport = try await bench.transport()
      for target in ["/length", "/chunks"] {
        let call = await bench.call(transport, TransportRequest(.get, server.url(target)))
        try bench.equal(try bench.value(call).body, whole, "the body")
      }
    },
    .init("a body of 4 MiB comes through", ["NET-1"]) { bench in
      let server = try await bench.serve([.head(200), .fill(4 << 20), .end])
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
      try bench.equal(try bench.value(call).body.count, 4 << 20, "bytes")
    },
    .init("an empty body is over at once, and stays over", ["CALL-8", "NET-1"]) { bench in
      let server = try await bench.serve { request in
        request.target == "/length" ? ServerAct.response(200) : [.head(200), .end]
      }
      let transport = try await bench.transport()
      for target in ["/length", "/chunks"] {
        let request = TransportRequest(.get, server.url(target))
        let call = await bench.outcome(transport, request) { head, body in
          var bytes: [UInt8] = []
          for _ in 0..<3 where try await body.next(into: &bytes) { bytes.append(0) }
          return ContractAnswer(head: head, body: bytes)
        }
        try bench.equal(try bench.value(call).body, [], "a body")
      }
    },
    .init("a reader adds to its buffer, and after the end nothing more", ["NET-1"]) { bench in
      let server = try await bench.serve(ServerAct.text("hello"))
      let transport = try await bench.transport()
      let request = TransportRequest(.get, server.url("/"))
      let call = await bench.outcome(transport, request) { head, body in
        var bytes = Array("> ".utf8)
        while try await body.next(into: &bytes) {}
        for _ in 0..<3 where try await body.next(into: &bytes) { bytes.append(0) }
        return ContractAnswer(head: head, body: bytes)
      }
      try bench.equal(try bench.value(call).text, "> hello", "the buffer")
    },
    .init("the length that a response tells is known before its body", ["NET-1"]) { bench in
      let server = try await bench.serve { request in
        request.target == "/length" ? ServerAct.text("hello") : [.head(200), .body([1]), .end]
      }
      let transport = try await bench.transport()
      for (target, length) in [("/length", 5), ("/chunks", nil)] as [(String, Int?)] {
        let request = TransportRequest(.get, server.url(target))
        let call = await bench.outcome(transport, request) { head, body in
          try bench.equal(body.expectedLength, length, "\(target) with the expected length")
          return ContractAnswer(head: head, body: try await body.collect(upTo: 100))
        }
        try bench.value(call)
      }
    },
    .init("a body may be left unread", ["NET-1", "STREAM-4"]) { bench in
      let server = try await bench.serve { request in
        request.target == "/large" ? [.head(200), .fill(1 << 30), .end] : ServerAct.text("next")
      }
      let transport = try await bench.transport()
      for _ in 0..<3 {
        let request = TransportRequest(.get, server.url("/large"))
        let call = await bench.outcome(transport, request) { head, _ in ContractAnswer(head: head) }
        try bench.equal(try bench.value(call).head.status, 200, "status")
        let next = await bench.call(transport, TransportRequest(.get, server.url("/next")))
        try bench.equal(try bench.value(next).text, "next", "the next call's body")
      }
    },
    .init("a body over the reader's limit ends the call and its transfer", ["CALL-8", "NET-2"]) {
      bench in
      let server = try await bench.serve([.head(200), .fill(1 << 30), .end])
      let transport = try await bench.transport()
      let request = TransportRequest(.get, server.url("/"))
      try bench.failure(
        await bench.call(transport, request, bodyLimit: 1000), .bodyTooLarge, arrival: .possible)
      try await bench.until("the connection is closed") { server.openConnections() == 0 }
    },
    .init("what the receiver throws comes out, and the transfer is over", ["FAIL-2", "STREAM-4"]) {
      bench in
      struct Refusal: Error {}
      let server = try await bench.serve([.head(200), .body([1]), .hold])
      let transport = try await bench.transport()
      let hasThrown: Bool
      do {
        hasThrown = try await transport.perform(
          TransportRequest(.get, server.url("/")), body: .none, limits: .generous
        ) { _, body in
          var bytes: [UInt8] = []
          _ = try await body.next(into: &bytes)
          throw Refusal()
        }
      } catch is Refusal {
        hasThrown = true
      } catch {
        throw ContractFinding(expected: "the receiver's own error", found: "\(error)")
      }
      try bench.expect(hasThrown, "the receiver's own error", found: "a value")
      try await bench.until("the connection is closed") { server.openConnections() == 0 }
    },
    .init("a value is returned only once the transfer is over", ["NET-1", "STREAM-4"]) { bench in
      let server = try await bench.serve([.head(200), .body([1]), .hold])
      let transport = try await bench.transport()
      for _ in 0..<5 {
        let request = TransportRequest(.get, server.url("/"))
        let call = await bench.outcome(transport, request) { head, _ in ContractAnswer(head: head) }
        try bench.value(call)
      }
      try await bench.until("the connections are closed") { server.openConnections() == 0 }
    },
  ]
}
