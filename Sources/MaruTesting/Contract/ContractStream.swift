internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// A request body that does what a case wants, and counts.
final class ContractStream: Sendable {
  enum Step: Sendable {
    case bytes([UInt8])
    case fail
    /// Waits as long as the call lives.
    case wait
    /// The same bytes without end.
    case endless([UInt8])
  }

  private struct State: Sendable {
    var openings = 0
    var bytesRead = 0
  }

  private let steps: [Step]
  private let clock: (any MonotonicClock)?
  private let state = Locked(State())

  struct Broken: Error {}

  /// `clock` is what a step that waits waits on.
  init(_ steps: [Step], clock: (any MonotonicClock)? = nil) {
    self.steps = steps
    self.clock = clock
  }

  /// How many times it was opened.
  var openings: Int { state.withLock { $0.openings } }
  /// How many bytes were asked of it.
  var bytesRead: Int { state.withLock { $0.bytesRead } }

  /// The body to send.
  func body(length: Int?) -> RequestBody {
    .stream(.json, length: length, isRestartable: true) {
      self.state.withLock { $0.openings += 1 }
      return Reader(self)
    }
  }

  private final class Reader: RequestBodyReader {
    private let stream: ContractStream
    private let position = Locked(0)

    init(_ stream: ContractStream) { self.stream = stream }

    func next(into buffer: inout [UInt8]) async throws -> Bool {
      let index = position.withLock { position in
        defer { position += 1 }
        return position
      }
      guard let step = index < stream.steps.count ? stream.steps[index] : stream.steps.last,
        index < stream.steps.count || step.isEndless
      else { return false }
      switch step {
      case .bytes(let bytes), .endless(let bytes):
        buffer += bytes
        stream.state.withLock { $0.bytesRead += bytes.count }
      case .fail: throw Broken()
      case .wait:
        guard let clock = stream.clock else { throw Broken() }
        try await clock.sleep(until: MonotonicInstant(nanoseconds: .max))
      }
      return true
    }
  }
}

extension ContractStream.Step {
  fileprivate var isEndless: Bool { if case .endless = self { true } else { false } }
}
