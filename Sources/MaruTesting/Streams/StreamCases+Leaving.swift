internal import MaruContract
internal import MaruSystem

extension StreamSourceDefinition {
  /// Leaving without being cancelled.
  static let leaving: [StreamSourceDefinition] = [
    .init("a reader that breaks out leaves no connection and does not come back", ["STREAM-4"]) {
      bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: position + 2)
      }
      try bench.expect(await bench.read(source, most: 2), 1...2)
      try await bench.expectNoFurtherAttempt()
    },
    .init("a reader that throws leaves no connection and does not come back", ["STREAM-4"]) {
      bench in
      struct Enough: Error {}
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: position + 2)
      }
      let reading = await bench.read(source) { if $0 == 2 { throw Enough() } }
      try bench.expect(reading, 1...2)
      try await bench.expectNoFurtherAttempt()
    },
    .init("an iterator that is let go of without being asked connects to nothing", ["STREAM-4"]) {
      bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: 2)
      }
      _ = source.makeReader()
      try await bench.expectNoFurtherAttempt()
      try bench.expect(bench.attempts.isEmpty, "no connection", found: "one")
    },
    .init("an iterator that is let go of between two events ends its connection", ["STREAM-4"]) {
      bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: position + 4)
      }
      var reader: StreamSourceReader? = source.makeReader()
      let first = try await reader?.next()?.number
      try bench.expect(first == 1, "event 1", found: "\(first ?? 0)")
      reader = nil
      try await bench.expectNoFurtherAttempt()
    },
    .init("a reader that leaves takes no other with it", ["STREAM-4"]) { bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: min(position + 4, 12)) + [.end]
      }
      let stayer = bench.start(source, most: 12)
      for _ in 0..<3 { try bench.expect(await bench.read(source, most: 2), 1...2) }
      try bench.expect(await stayer.value, 1...12)
    },
  ]

  /// Being cancelled, at each moment.
  static let cancelling: [StreamSourceDefinition] = [
    .init("a reader of a cancelled task connects to nothing", ["STREAM-4", "FAIL-2"]) { bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: 1)
      }
      let task = Task(executorPreference: bench.contract.environment.executor) {
        withUnsafeCurrentTask { $0?.cancel() }
        return await bench.read(source)
      }
      let reading = await task.value
      guard case .cancelled = reading.end else {
        throw ContractFinding(
          expected: "CancellationError", found: StreamBench.words(reading.end))
      }
      try await bench.expectNoFurtherAttempt()
      try bench.expect(bench.attempts.isEmpty, "no connection", found: "one")
    },
    .init(
      "cancelling a reader that waits ends it and its connection", ["STREAM-4", "FAIL-2"]
    ) { bench in
      let source = try await bench.source { position, _ in
        StreamBench.events(after: position, upTo: 2)
      }
      let read = Locked(StreamBench.Reading())
      let task = bench.start(source, into: read)
      try await bench.until("both events are read") { read.withLock { $0.events.count == 2 } }
      task.cancel()
      try bench.expectCancelled(await task.value)
      try await bench.expectNoFurtherAttempt()
    },
    .init("cancelling before the connection is open ends it", ["STREAM-4", "FAIL-2"]) { bench in
      let source = try await bench.source { _, _ in [.hold] }
      let task = bench.start(source)
      try await bench.until("a connection is asked for") { !bench.attempts.isEmpty }
      task.cancel()
      let reading = await task.value
      try bench.expectCancelled(reading)
      try bench.expect(reading.events.isEmpty, "no event", found: "some")
      try await bench.expectNoFurtherAttempt()
    },
    .init(
      "cancelling ends a wait for the next connection", ["STREAM-4", "RETRY-5"]
    ) { bench in
      let source = try await bench.source { _, _ in
        [.refuse(status: 503, retryAfter: .seconds(40))]
      }
      let task = bench.start(source)
      try await bench.until("it was refused") {
        !bench.attempts.isEmpty && bench.openConnections == 0
      }
      task.cancel()
      try bench.expectCancelled(await task.value)
      try await bench.expectNoFurtherAttempt()
    },
    .init("a cancel that races events ends it in order", ["STREAM-4", "FAIL-2"]) { bench in
      let place = try await bench.place { position, _ in
        StreamBench.events(after: position, upTo: position + 3).flatMap {
          [$0, .pause(.milliseconds(1))]
        } + [.end]
      }
      for _ in 0..<40 {
        let task = bench.start(try await place.open(StreamSourceTerms()))
        try await bench.pause(.microseconds(bench.random.integer(in: 0...8_000)))
        task.cancel()
        let reading = await task.value
        try bench.expectCancelled(reading)
        if !reading.events.isEmpty { try bench.expect(reading, 1...reading.events.count) }
      }
      try await bench.expectNoFurtherAttempt()
    },
  ]
}
