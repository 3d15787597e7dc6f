internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

extension ContractDefinition {
  /// How a transport ends.
  static let shutdown: [ContractDefinition] = [
    .init("shutdown lets running calls finish if it is to", ["CALL-7"]) { bench in
      let server = try await bench.serve([
        .head(200), .body([1]), .pause(.seconds(2)), .body([2]), .end,
      ])
      let transport = try await bench.transport()
      let over = Locked(0)
      let tasks = (0..<5).map { _ in
        bench.start {
          await bench.outcome(transport, TransportRequest(.get, server.url("/"))) { head, body in
            let answer = ContractAnswer(head: head, body: try await body.collect(upTo: 10))
            over.withLock { $0 += 1 }
            return answer
          }
        }
      }
      try await bench.until("all requests are at the server") { server.requests().count == 5 }
      await transport.shutdown(.finishing)
      // Counted where a call receives, not where its task ends, which may be a moment later.
      let wereOver = over.withLock { $0 }
      for task in tasks {
        try bench.equal(try bench.value(await task.value).body, [1, 2], "a body")
      }
      try bench.equal(wereOver, 5, "calls received when shutdown returned:")
    },
    .init("shutdown ends running calls if it is to, and says so", ["CALL-7", "FAIL-2"]) { bench in
      let server = try await bench.serve { request in
        request.target == "/head" ? [.hold] : [.head(200), .body([1]), .hold]
      }
      let transport = try await bench.transport()
      let tasks = ["/head", "/body", "/head", "/body"].map { target in
        bench.start { await bench.call(transport, TransportRequest(.get, server.url(target))) }
      }
      try await bench.until("all requests are at the server") { server.requests().count == 4 }
      await transport.shutdown(.cancelling)
      for task in tasks { try bench.failure(await task.value, .shutDown, arrival: .possible) }
      try await bench.until("the connections are closed") { server.openConnections() == 0 }
    },
    .init("a call after shutdown is refused and sends nothing", ["CALL-7"]) { bench in
      for mode in [ShutdownMode.finishing, .cancelling] {
        let server = try await bench.serve(ServerAct.text("hi"))
        let transport = try await bench.transport()
        try bench.value(await bench.call(transport, TransportRequest(.get, server.url("/"))))
        await transport.shutdown(mode)
        try await bench.until("the connections are closed") { server.openConnections() == 0 }
        let call = await bench.call(transport, TransportRequest(.get, server.url("/late")))
        try bench.failure(call, .shutDown, arrival: .impossible)
        try bench.equal(server.requests().map(\.target), ["/"], "targets")
      }
    },
    .init("shutdown may be called again, and by several at once", ["CALL-7"]) { bench in
      let transport = try await bench.transport()
      let tasks = [ShutdownMode.finishing, .cancelling, .finishing, .cancelling].map { mode in
        bench.start {
          await transport.shutdown(mode)
          return .cancelled
        }
      }
      for task in tasks { _ = await task.value }
      await transport.shutdown(.finishing)
      await transport.shutdown(.cancelling)
    },
    .init("shutdown that waits too long can be made to cancel", ["CALL-7"]) { bench in
      let server = try await bench.serve([.hold])
      let transport = try await bench.transport()
      let call = bench.start {
        await bench.call(transport, TransportRequest(.get, server.url("/")))
      }
      try await bench.until("the request is at the server") { server.requests().count == 1 }
      let waiting = bench.start {
        await transport.shutdown(.finishing)
        return .cancelled
      }
      try await bench.pause(.milliseconds(20))
      await transport.shutdown(.cancelling)
      try bench.failure(await call.value, .shutDown)
      _ = await waiting.value
    },
    .init("cancelling a call that shutdown waits for ends both", ["CALL-7", "FAIL-2"]) { bench in
      let server = try await bench.serve([.hold])
      let transport = try await bench.transport()
      let call = bench.start {
        await bench.call(transport, TransportRequest(.get, server.url("/")))
      }
      try await bench.until("the request is at the server") { server.requests().count == 1 }
      let waiting = bench.start {
        await transport.shutdown(.finishing)
        return .cancelled
      }
      try await bench.pause(.milliseconds(20))
      call.cancel()
      try bench.cancelled(await call.value)
      _ = await waiting.value
    },
  ]
}
