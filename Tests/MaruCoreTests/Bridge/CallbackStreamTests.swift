import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

/// A source that counts who listens.
private final class Source: Sendable {
  private struct State {
    var sinks: [Int: CallbackSink<Int>] = [:]
    var next = 0
    var stops = 0
  }
  private let state = Locked(State())

  var listeners: Int { state.withLock { $0.sinks.count } }
  var stops: Int { state.withLock { $0.stops } }

  func stream(_ buffer: StreamBuffer = .unbounded) -> CallbackStream<Int> {
    CallbackStream(buffer: buffer) { sink in
      let number = self.state.withLock { state in
        state.next += 1
        state.sinks[state.next] = sink
        return state.next
      }
      return {
        self.state.withLock { state in
          state.stops += 1
          state.sinks[number] = nil
        }
      }
    }
  }

  func give(_ number: Int) {
    for sink in state.withLock({ Array($0.sinks.values) }) { sink(number) }
  }
  func finish(_ error: (any Error)? = nil) {
    for sink in state.withLock({ Array($0.sinks.values) }) { sink.finish(throwing: error) }
  }
}

@Suite struct CallbackStreamTests {
  private struct Broken: Error {}

  @Test func `nothing is subscribed before it is read, and each reader has its own`() async throws {
    let source = Source()
    let stream = source.stream()
    #expect(source.listeners == 0)
    func read(_ count: Int) -> Task<[Int?], any Error> {
      Task {
        var iterator = stream.makeAsyncIterator()
        var read: [Int?] = []
        for _ in 0..<count { read.append(try await iterator.next()) }
        return read
      }
    }
    let one = read(2)
    while source.listeners < 1 { await Task.yield() }
    source.give(1)
    let other = read(1)
    while source.listeners < 2 { await Task.yield() }
    source.give(2)
    #expect(try await one.value == [1, 2])
    #expect(try await other.value == [2])
  }

  @Test(arguments: [
    (StreamBuffer.newest(2), [3, 4], 2), (.oldest(2), [1, 2], 2), (.unbounded, [1, 2, 3, 4], 0),
  ])
  func `what is dropped is what was said, and counted`(
    buffer: StreamBuffer, expected: [Int], drops: Int
  ) async throws {
    let stream = CallbackStream<Int>(buffer: buffer) { sink in
      for number in 1...4 { sink(number) }
      sink.finish()
      return {}
    }
    var read: [Int] = []
    for try await number in stream { read.append(number) }
    #expect(read == expected && stream.droppedElements == drops)
  }

  @Test func `the subscription is taken back once, however reading ends`() async throws {
    for way in ["break", "finish", "error", "cancel", "drop"] {
      let source = Source()
      let reader = Task {
        var iterator = source.stream().makeAsyncIterator()
        guard try await iterator.next() != nil, way != "break", way != "drop" else { return "left" }
        return try await iterator.next() == nil ? "end" : "more"
      }
      while source.listeners == 0 { await Task.yield() }
      source.give(1)
      switch way {
      case "finish": source.finish()
      case "error": source.finish(Broken())
      case "cancel": reader.cancel()
      default: break
      }
      let result = await reader.result
      switch way {
      case "cancel": #expect(throws: CancellationError.self) { try result.get() }
      case "error": #expect(throws: Broken.self) { try result.get() }
      default: #expect(try result.get() == (way == "finish" ? "end" : "left"))
      }
      while source.listeners > 0 { await Task.yield() }
      source.give(2)
      source.finish()
      #expect(source.stops == 1, "\(way)")
    }
  }

  @Test func `a source that ends while it is subscribed to is still taken back`() async throws {
    let stops = Locked(0)
    let stream = CallbackStream<Int>(buffer: .unbounded) { sink in
      sink(1)
      sink.finish()
      return { stops.withLock { $0 += 1 } }
    }
    var read: [Int] = []
    for try await number in stream { read.append(number) }
    #expect(read == [1])
    #expect(stops.withLock { $0 } == 1)
  }

  @Test func `a source that can't be subscribed to ends with its error`() async {
    let stream = CallbackStream<Int>(buffer: .unbounded) { _ in throw Broken() }
    await #expect(throws: Broken.self) { for try await _ in stream {} }
  }
}
