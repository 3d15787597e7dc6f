internal import MaruContract
internal import MaruSystem

/// What one case works with.
final class StreamBench: Sendable {
  /// A connection that was asked for.
  struct Attempt: Sendable {
    var position: Int
    var time: MonotonicInstant
  }
  /// What a loop over a stream has come to.
  struct Reading: Sendable {
    var events: [StreamSourceEvent] = []
    var end: End?

    var numbers: [Int] { events.map(\.number) }
  }
  /// How a loop has ended.
  enum End: Sendable { case finished, left, cancelled, failed(CallError), threw(String) }

  /// A script that is told which attempt it is, from 0.
  typealias Script = @Sendable (_ position: Int, _ attempt: Int) -> [StreamAct]

  let contract: StreamSourceContract
  private let places = Locked<[StreamPlace]>([])
  private let seen = Locked<[Attempt]>([])
  let random: SeededRandom

  init(contract: StreamSourceContract) {
    self.contract = contract
    random = SeededRandom(seed: contract.environment.seed)
  }

  var clock: any MonotonicClock { contract.environment.clock }

  // MARK: Putting up

  /// A server.
  func place(_ script: @escaping Script) async throws -> StreamPlace {
    let (seen, clock) = (seen, clock)
    let place = try await contract.makePlace { position in
      let time = clock.now()
      let number = seen.withLock { seen in
        seen.append(Attempt(position: position, time: time))
        return seen.count - 1
      }
      return script(position, number)
    }
    places.withLock { $0.append(place) }
    return place
  }

  /// A stream of a server.
  func source(
    _ terms: StreamSourceTerms = StreamSourceTerms(), _ script: @escaping Script
  ) async throws -> StreamSource {
    try await place(script).open(terms)
  }

  /// The events behind a position.
  static func events(after position: Int, upTo last: Int) -> [StreamAct] {
    position < last ? (position + 1...last).map(StreamAct.event) : []
  }

  /// Every connection that was asked for.
  var attempts: [Attempt] { seen.withLock { $0 } }

  var openConnections: Int { places.withLock { $0 }.map { $0.openConnections() }.reduce(0, +) }

  func removeAll() async {
    for place in places.withLock({ $0 }) { await place.remove() }
  }

  // MARK: Reading

  /// Reads a stream in this task; leaves it after so many events.
  ///
  /// - Parameters:
  ///   - read: what has been read until now, for who looks on.
  ///   - each: called after each event.
  func read(
    _ source: StreamSource, most: Int = .max, into read: Locked<Reading> = Locked(Reading()),
    each: (Int) async throws -> Void = { _ in }
  ) async -> Reading {
    let end: End
    do {
      end = try await loop(source.makeReader(), most, read, each)
    } catch is CancellationError {
      end = .cancelled
    } catch let error as CallError {
      end = .failed(error)
    } catch {
      end = .threw("\(type(of: error))")
    }
    return read.withLock { read in
      read.end = end
      return read
    }
  }

  private func loop(
    _ reader: StreamSourceReader, _ most: Int, _ read: Locked<Reading>,
    _ each: (Int) async throws -> Void
  ) async throws -> End {
    while let event = try await reader.next() {
      let count = read.withLock { read in
        read.events.append(event)
        return read.events.count
      }
      if count == most { return .left }
      try await each(event.number)
    }
    return .finished
  }

  /// Reads in a task that the case can cancel; the case waits for its value.
  func start(
    _ source: StreamSource, most: Int = .max, into read: Locked<Reading> = Locked(Reading())
  ) -> Task<Reading, Never> {
    Task(executorPreference: contract.environment.executor) { [self] in
      await self.read(source, most: most, into: read)
    }
  }

  // MARK: Waiting

  /// Waits in small steps until something is so.
  func until(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () -> Bool
  ) async throws {
    let deadline = clock.now().advanced(by: limit)
    while !condition() {
      guard clock.now() < deadline else {
        throw ContractFinding(expected: what, found: "that it is not so within \(limit)")
      }
      try await pause(.milliseconds(1))
    }
  }

  func pause(_ duration: Duration) async throws {
    try await clock.sleep(until: clock.now().advanced(by: duration))
  }

  // MARK: Expecting

  func expect(_ isSo: Bool, _ expected: String, found: @autoclosure () -> String) throws {
    if !isSo { throw ContractFinding(expected: expected, found: found()) }
  }

  /// Expects the events of these numbers, once, in order and with what they hold.
  func expect(_ reading: Reading, _ numbers: ClosedRange<Int>) throws {
    try expect(
      reading.numbers == Array(numbers), "the events \(numbers), once and in order",
      found: "\(reading.numbers), and then: \(Self.words(reading.end))")
    for event in reading.events {
      let sent = StreamSourceEvent(number: event.number).text
      try expect(
        event.text == sent, "event \(event.number) as it was sent, \(sent.utf8.count) bytes",
        found: "\(event.text.utf8.count) bytes that differ")
    }
  }

  /// Expects that a reader that was cancelled has ended as one: with nothing else than
  /// `CancellationError` or nil.
  func expectCancelled(_ reading: Reading) throws {
    switch reading.end {
    case .cancelled, .finished: break
    default:
      throw ContractFinding(
        expected: "CancellationError or nil", found: Self.words(reading.end))
    }
  }

  func expectNoConnection() async throws {
    try await until("no connection is open once nobody reads") { openConnections == 0 }
  }

  /// Expects that nobody connects any more, for as long as it may take to come back.
  func expectNoFurtherAttempt() async throws {
    try await expectNoConnection()
    // What was sent before needs a moment to be seen.
    try await pause(.milliseconds(100))
    try await expectNoConnection()
    let count = attempts.count
    try await pause(contract.comesBackWithin)
    try expect(
      attempts.count == count, "no connection for a reader that is gone",
      found: "\(attempts.count - count)")
    try await expectNoConnection()
  }

  static func words(_ end: End?) -> String {
    switch end {
    case nil: "no end"
    case .finished: "the end"
    case .left: "leaving"
    case .cancelled: "CancellationError"
    case .failed(let error): "an error, \(error)"
    case .threw(let type): "an error that is no CallError, \(type)"
    }
  }
}
