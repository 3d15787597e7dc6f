internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// Who is slow holds the other side back.
  static let pressure: [ContractDefinition] = [
    .init(
      "a reader that stops holds back a server that would send 1 GB", ["NET-3", "STREAM-5"],
      needs: [.wire, .backPressure]
    ) { bench in
      let peer = try bench.peer { _ in [.act(.head(200)), .act(.fill(1 << 30)), .act(.end)] }
      let transport = try await bench.transport()
      // Other tests of the process use memory too, so one quiet round is enough.
      var growths: [Int] = []
      for round in 1...8 {
        let sent = peer.bytesSent
        let before = ProcessUse.residentBytes ?? 0
        let call = await bench.outcome(transport, TransportRequest(.get, peer.url())) {
          head, body in
          var bytes: [UInt8] = []
          _ = try await body.next(into: &bytes)
          try await bench.pause(.milliseconds(400))
          growths.append((ProcessUse.residentBytes ?? 0) - before)
          // What the sockets of both sides hold, with room: Linux lets them grow to 10 MiB.
          let taken = peer.bytesSent - sent
          try bench.expect(taken < 64 << 20, "less than 64 MiB sent", found: "\(taken) bytes")
          // And it goes on where it stopped.
          var count = bytes.count
          while count < 32 << 20 {
            bytes.removeAll(keepingCapacity: true)
            guard try await body.next(into: &bytes) else { break }
            count += bytes.count
            try bench.expect(
              bytes.first == 0x78 && bytes.last == 0x78, "x only", found: "other bytes")
          }
          try bench.expect(count >= 32 << 20, "more after the pause", found: "\(count) bytes")
          return ContractAnswer(head: head)
        }
        try bench.value(call)
        try await bench.until("the connection is closed") { peer.connectionsOpen == 0 }
        if growths[round - 1] < 8 << 20 { return }
      }
      throw ContractFinding(
        expected: "memory growth below 8 MiB", found: "growths of \(growths) bytes")
    },
    .init(
      "a reader that stops holds up no other call", ["NET-1", "NET-3"],
      needs: [.wire, .backPressure]
    ) { bench in
      let peer = try bench.peer { request in
        request.target == "/large"
          ? [.act(.head(200)), .act(.fill(1 << 30))] : ServerAct.text("hi").map(WireAct.act)
      }
      let transport = try await bench.transport()
      let call = await bench.outcome(transport, TransportRequest(.get, peer.url("/large"))) {
        head, body in
        var bytes: [UInt8] = []
        _ = try await body.next(into: &bytes)
        for _ in 0..<20 {
          let other = await bench.call(transport, TransportRequest(.get, peer.url("/other")))
          try bench.equal(try bench.value(other).text, "hi", "the other call's body")
        }
        return ContractAnswer(head: head)
      }
      try bench.value(call)
    },
    .init(
      "a server that reads nothing holds back the request's stream", ["NET-3"],
      needs: [.wire, .backPressure]
    ) { bench in
      // After its pause it reads what has come, and so sees the end of the connection.
      let peer = try bench.peer(reading: .head) { _ in [.act(.pause(.seconds(2))), .act(.hold)] }
      let transport = try await bench.transport()
      let stream = ContractStream([.endless([UInt8](repeating: 1, count: 65_536))])
      let task = bench.start {
        await bench.call(
          transport, TransportRequest(.post, peer.url()), body: stream.body(length: nil))
      }
      try await bench.until("the request is at the server") { peer.requests.count == 1 }
      try await bench.pause(.milliseconds(400))
      let read = stream.bytesRead
      task.cancel()
      try bench.cancelled(await task.value)
      try bench.expect(read < 64 << 20, "less than 64 MiB read", found: "\(read) bytes")
    },
  ]
}
