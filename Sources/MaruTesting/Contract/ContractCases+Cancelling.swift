internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

extension ContractDefinition {
  /// What cancelling does, at each moment of a call.
  static let cancelling: [ContractDefinition] = [
    .init("a call of a cancelled task sends nothing", ["FAIL-2", "BRIDGE-5"]) { bench in
      let server = try await bench.serve(ServerAct.text("hi"))
      let transport = try await bench.transport()
      let task = bench.start {
        // Ends once the task is cancelled, and so begins the call in a cancelled task.
        try? await bench.pause(.seconds(3600))
        return await bench.call(transport, TransportRequest(.post, server.url("/")))
      }
      task.cancel()
      try bench.cancelled(await task.value)
      // What was sent needs a moment to be seen.
      try await bench.pause(.milliseconds(100))
      try bench.equal(server.requests().count, 0, "requests at the server:")
    },
    .init("cancelling before the first byte ends the call and its connection", ["FAIL-2"]) {
      bench in
      let server = try await bench.serve([.hold])
      let transport = try await bench.transport()
      let task = bench.start {
        await bench.call(transport, TransportRequest(.get, server.url("/")))
      }
      try await bench.until("the request is at the server") { server.requests().count == 1 }
      task.cancel()
      try bench.cancelled(await task.value)
      try await bench.until("the connection is closed") { server.openConnections() == 0 }
      try bench.equal(server.requests().count, 1, "requests at the server:")
    },
    .init("cancelling in the middle of a body ends the call and its connection", ["FAIL-2"]) {
      bench in
      let server = try await bench.serve([.head(200), .body([1]), .hold])
      let transport = try await bench.transport()
      let hasBegun = Locked(false)
      let task = bench.start {
        let request = TransportRequest(.get, server.url("/"))
        return await bench.outcome(transport, request) { head, body in
          var bytes: [UInt8] = []
          while try await body.next(into: &bytes) { hasBegun.withLock { $0 = true } }
          return ContractAnswer(head: head, body: bytes)
        }
      }
      try await bench.until("the body has begun") { hasBegun.withLock { $0 } }
      task.cancel()
      try bench.cancelled(await task.value)
      try await bench.until("the connection is closed") { server.openConnections() == 0 }
    },
    .init("cancelling reaches a receiver that does something else", ["FAIL-2", "BRIDGE-5"]) {
      bench in
      let server = try await bench.serve([.head(200), .body([1]), .hold])
      let transport = try await bench.transport()
      let hasBegun = Locked(false)
      let task = bench.start {
        let request = TransportRequest(.get, server.url("/"))
        return await bench.outcome(transport, request) { head, _ in
          hasBegun.withLock { $0 = true }
          try await bench.pause(.seconds(3600))
          return ContractAnswer(head: head)
        }
      }
      try await bench.until("the receiver runs") { hasBegun.withLock { $0 } }
      task.cancel()
      try bench.cancelled(await task.value)
      try await bench.until("the connection is closed") { server.openConnections() == 0 }
    },
    .init("cancelling reaches the reader of a request's body", ["FAIL-2", "BRIDGE-5"]) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let stream = ContractStream([.bytes([1]), .wait], clock: bench.clock)
      let task = bench.start {
        let request = TransportRequest(.post, server.url("/"))
        return await bench.call(transport, request, body: stream.body(length: nil))
      }
      try await bench.until("the body is being read") { stream.bytesRead == 1 }
      task.cancel()
      try bench.cancelled(await task.value)
      try await bench.until("the connection is closed") { server.openConnections() == 0 }
      let whole = server.requests().filter(\.isBodyWhole)
      try bench.equal(whole.count, 0, "whole requests at the server:")
    },
    .init("a cancel that races the end gives the value or CancellationError", ["FAIL-2"]) {
      bench in
      let server = try await bench.serve { _ in
        [.head(200), .body(Array("he".utf8)), .pause(.microseconds(200)), .body(Array("llo".utf8))]
      }
      let transport = try await bench.transport()
      for _ in 0..<200 {
        let task = bench.start {
          await bench.call(transport, TransportRequest(.get, server.url("/")))
        }
        try await bench.pause(.microseconds(bench.chance(below: 1500)))
        task.cancel()
        switch await task.value {
        case .cancelled: break
        case .value(let answer): try bench.equal(answer.text, "hello", "a whole body")
        case let other:
          throw ContractFinding(expected: "a value or CancellationError", found: "\(other)")
        }
      }
    },
    .init("cancelling one call leaves the others alone", ["FAIL-2"]) { bench in
      let server = try await bench.serve { request in
        request.target == "/hold"
          ? [.hold] : [.head(200), .pause(.milliseconds(50)), .body([1]), .end]
      }
      let transport = try await bench.transport()
      let held = (0..<5).map { _ in
        bench.start { await bench.call(transport, TransportRequest(.get, server.url("/hold"))) }
      }
      let others = (0..<5).map { _ in
        bench.start { await bench.call(transport, TransportRequest(.get, server.url("/"))) }
      }
      try await bench.until("all requests are at the server") { server.requests().count == 10 }
      for task in held { task.cancel() }
      for task in held { try bench.cancelled(await task.value) }
      for task in others { try bench.equal(try bench.value(await task.value).body, [1], "a body") }
    },
  ]
}
