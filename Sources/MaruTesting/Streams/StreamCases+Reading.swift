internal import MaruContract

extension StreamSourceDefinition {
  /// Reading what comes.
  static let reading: [StreamSourceDefinition] = [
    .init("events come once, in order and as they were sent", ["STREAM-1", "STREAM-2"]) { bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: 24)
      }
      let reading = await bench.read(source, most: 24)
      try bench.expect(reading, 1...24)
      try bench.expect(source.droppedEvents() == 0, "no drop", found: "some")
    },
    .init("nothing is connected before the first event is asked for", ["STREAM-2"]) { bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: 1)
      }
      let reader = source.makeReader()
      try await bench.pause(bench.contract.comesBackWithin)
      try bench.expect(bench.attempts.isEmpty, "no connection", found: "one")
      _ = try await reader.next()
      try bench.expect(!bench.attempts.isEmpty, "a connection once it is read", found: "none")
    },
    .init("each reader has a connection of its own and gets everything", ["STREAM-2"]) { bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: 5)
      }
      async let first = bench.read(source, most: 5)
      async let second = bench.read(source, most: 5)
      let both = await [first, second]
      for reading in both { try bench.expect(reading, 1...5) }
      let beginnings = bench.attempts.count { $0.position == 0 }
      try bench.expect(
        beginnings == 2, "two connections at the beginning", found: "\(beginnings)")
    },
    .init("a stream can go on where an earlier one left off", ["STREAM-3"]) { bench in
      var terms = StreamSourceTerms()
      terms.position = 3
      let source = try await bench.source(terms) { position, _ in
        StreamBench.events(after: position, upTo: 6)
      }
      try bench.expect(await bench.read(source, most: 3), 4...6)
    },
  ]

  /// Coming back.
  static let reconnecting: [StreamSourceDefinition] = [
    .init("after a lost connection it goes on behind the last event", ["STREAM-3"]) { bench in
      let source = try await bench.source { position, attempt in
        attempt == 0
          ? [.event(1), .event(2), .lose] : StreamBench.events(after: position, upTo: 6)
      }
      try bench.expect(await bench.read(source, most: 6), 1...6)
      try bench.expect(bench.attempts.count >= 2, "a second connection", found: "none")
    },
    .init("connections that are lost, ended and refused lose and double nothing", ["STREAM-3"]) {
      bench in
      let random = bench.random
      let source = try await bench.source { position, attempt in
        if attempt % 7 == 5 { return [.refuse(status: 503)] }
        let last = min(position + random.integer(in: 1...5), 40)
        var acts = StreamBench.events(after: position, upTo: last)
        if random.happens(percent: 30) { acts.append(.pause(.milliseconds(3))) }
        // Not the first one, so that a source which always loses the same place comes past it.
        acts.append(attempt % 3 == 2 ? .lose : .end)
        return acts
      }
      try bench.expect(await bench.read(source, most: 40), 1...40)
    },
    .init("a wait that the server asks for is waited out", ["STREAM-3", "RETRY-2"]) { bench in
      let source = try await bench.source { position, attempt in
        attempt == 0
          ? [.refuse(status: 503, retryAfter: .seconds(2))]
          : StreamBench.events(after: position, upTo: 1)
      }
      try bench.expect(await bench.read(source, most: 1), 1...1)
      let times = bench.attempts.map(\.time)
      try bench.expect(times.count >= 2, "a second connection", found: "none")
      let wait = times[0].duration(to: times[1])
      try bench.expect(wait >= .seconds(2), "a wait of 2 seconds at least", found: "\(wait)")
    },
  ]

  /// Ending.
  static let ending: [StreamSourceDefinition] = [
    .init("the server's word ends it, and it stays ended", ["STREAM-2", "STREAM-3"], needs: .ends) {
      bench in
      let source = try await bench.source { position, _ in
        position < 3 ? StreamBench.events(after: position, upTo: 3) + [.lose] : [.over]
      }
      let reader = source.makeReader()
      var numbers: [Int] = []
      while let event = try await reader.next() { numbers.append(event.number) }
      try bench.expect(numbers == [1, 2, 3], "[1, 2, 3] and the end", found: "\(numbers)")
      try await bench.expectEnded(reader)
    },
    .init("the end of a connection ends it if it is to", ["STREAM-2"], needs: .staysConnected) {
      bench in
      var terms = StreamSourceTerms()
      terms.endsWithItsConnection = true
      let source = try await bench.source(terms) { position, _ in
        StreamBench.events(after: position, upTo: 3) + [.end]
      }
      let reading = await bench.read(source)
      try bench.expect(reading, 1...3)
      guard case .finished = reading.end else {
        throw ContractFinding(expected: "the end", found: StreamBench.words(reading.end))
      }
      try await bench.expectNoFurtherAttempt()
    },
    .init("a refusal that will not pass ends it with its error, once", ["STREAM-2"]) { bench in
      let source = try await bench.source { _, _ in [.refuse(status: 403)] }
      let reader = source.makeReader()
      do {
        let event = try await reader.next()
        throw ContractFinding(
          expected: "a CallError", found: event == nil ? "the end" : "an event")
      } catch let error as CallError {
        try bench.expect(error.code == .forbidden, "forbidden", found: "\(error)")
      }
      try await bench.expectEnded(reader)
      try bench.expect(
        bench.attempts.count == 1, "one connection", found: "\(bench.attempts.count)")
    },
  ]
}

extension StreamBench {
  /// Expects that a stream which has ended stays so, and connects no more.
  func expectEnded(_ reader: StreamSourceReader) async throws {
    for _ in 0..<2 {
      let more = try await reader.next()
      try expect(more == nil, "that it stays ended", found: "an event")
    }
    try await expectNoFurtherAttempt()
  }
}
