internal import MaruContract

extension StreamSourceDefinition {
  /// What becomes of events that come faster than they are read.
  static let slowReaders: [StreamSourceDefinition] = [
    .init("a slow reader that suspends loses nothing", ["STREAM-2", "STREAM-5"]) { bench in
      try await bench.expectAll(.suspend(2))
    },
    .init("a slow reader without a bound loses nothing", ["STREAM-2"]) { bench in
      try await bench.expectAll(.unbounded)
    },
    .init("the newest are kept, and each drop is counted", ["STREAM-2", "STREAM-5"]) { bench in
      try await bench.expectDrops(.newest(2), kept: 9...10)
    },
    .init("the oldest are kept, and each drop is counted", ["STREAM-2", "STREAM-5"]) { bench in
      try await bench.expectDrops(.oldest(2), kept: 2...3)
    },
  ]

  /// Signs of life.
  static let silence: [StreamSourceDefinition] = [
    .init(
      "a connection that shows no sign of life is made again", ["STREAM-3"], needs: .noticesSilence
    ) { bench in
      var terms = StreamSourceTerms()
      terms.silence = .seconds(1)
      let source = try await bench.source(terms) { position, attempt in
        attempt == 0 ? [.event(1), .hold] : StreamBench.events(after: position, upTo: 3)
      }
      try bench.expect(await bench.read(source, most: 3), 1...3)
    },
    .init(
      "signs of life keep a connection without events", ["STREAM-3"], needs: .noticesSilence
    ) { bench in
      var terms = StreamSourceTerms()
      terms.silence = .seconds(6)
      let source = try await bench.source(terms) { position, _ in
        let quiet: [StreamAct] = [.pause(.seconds(2)), .alive]
        return [.event(1)] + quiet + quiet + quiet + quiet
          + StreamBench.events(after: position + 1, upTo: 2)
      }
      try bench.expect(await bench.read(source, most: 2), 1...2)
      try bench.expect(
        bench.attempts.count == 1, "one connection", found: "\(bench.attempts.count)")
    },
  ]
}

extension StreamBench {
  private static let count = 10

  /// Reads one event, and the rest when all have had time to come.
  fileprivate func expectAll(_ buffer: StreamSourceTerms.Buffer) async throws {
    var terms = StreamSourceTerms()
    terms.buffer = buffer
    let source = try await source(terms) { position, _ in
      Self.events(after: position, upTo: Self.count)
    }
    let reading = await read(source, most: Self.count) { number in
      if number == 1 { try await self.pause(.milliseconds(300)) }
    }
    try expect(reading, 1...Self.count)
    try expect(source.droppedEvents() == 0, "no drop", found: "\(source.droppedEvents())")
  }

  /// Reads one event, waits until all others are kept or dropped, and reads what was kept.
  fileprivate func expectDrops(
    _ buffer: StreamSourceTerms.Buffer, kept: ClosedRange<Int>
  ) async throws {
    var terms = StreamSourceTerms()
    terms.buffer = buffer
    // The first one comes by itself, so that its reader waits for it and no other.
    let source = try await source(terms) { position, _ in
      position == 0
        ? [.event(1), .pause(.milliseconds(200))] + Self.events(after: 1, upTo: Self.count)
        : Self.events(after: position, upTo: Self.count)
    }
    let reader = source.makeReader()
    var numbers = [try await reader.next()?.number ?? 0]
    let dropped = Self.count - 1 - kept.count
    try await until("\(dropped) drops that are counted", within: .seconds(20)) {
      source.droppedEvents() >= dropped
    }
    for _ in kept { numbers.append(try await reader.next()?.number ?? 0) }
    try expect(
      numbers == [1] + Array(kept), "\([1] + Array(kept)) to be kept", found: "\(numbers)")
    try expect(
      source.droppedEvents() == dropped, "\(dropped) drops", found: "\(source.droppedEvents())")
  }
}
