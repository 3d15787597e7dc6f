public import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// Does what another transport does, and hands what it saw to an ``ExchangeRecorder``.
///
/// Returns after the exchange is recorded, which takes a moment of the processor's, and with a folder
/// what the system's cache takes. Errors and cancelling pass through it unchanged.
public struct RecordingTransport: Transport {
  private let base: any Transport
  private let recorder: ExchangeRecorder

  init(base: any Transport, recorder: ExchangeRecorder) {
    self.base = base
    self.recorder = recorder
  }

  /// Sends by the other transport, and listens.
  public func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    let (wall, start) = recorder.now()
    let note = recorder.note(of: request.headers[.requestID])
    let heard = Locked(HeardAnswer())
    func record(_ failure: CapturedFailure?) async {
      let end = recorder.now().monotonic
      await recorder.book.add(
        RecordedExchange(
          request: request, body: body, answer: heard.withLock { $0 }, failure: failure,
          start: wall, monotonic: start, duration: start.duration(to: end), note: note))
    }
    do {
      let value = try await base.perform(request, body: body, limits: limits) { response, body in
        heard.withLock { $0.response = response }
        return try await receive(response, ListeningBody(body, heard))
      }
      await record(nil)
      return value
    } catch {
      await record(CapturedFailure(error))
      throw error
    }
  }

  /// Shuts the other transport down; what was recorded stays.
  public func shutdown(_ mode: ShutdownMode) async { await base.shutdown(mode) }
}

/// What came of an answer so far.
struct HeardAnswer: Sendable {
  var response: TransportResponse?
  var body: [UInt8] = []
  var bytes = 0

  /// Longer bodies are data, and not about a session.
  static let limit = 16_384

  mutating func hear(_ new: some Collection<UInt8>) {
    bytes += new.count
    if bytes <= Self.limit { body.append(contentsOf: new) } else { body = [] }
  }
}

/// Hands on what another body has, and listens.
final class ListeningBody: TransportBody {
  private let base: any TransportBody
  private let heard: Locked<HeardAnswer>

  init(_ base: any TransportBody, _ heard: Locked<HeardAnswer>) {
    self.base = base
    self.heard = heard
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    let before = buffer.count
    let isMore = try await base.next(into: &buffer)
    let new = Array(buffer[min(before, buffer.count)...])
    heard.withLock { $0.hear(new) }
    return isMore
  }

  var expectedLength: Int? { base.expectedLength }
  var metrics: AttemptMetrics { base.metrics }
}

extension CapturedFailure {
  /// What a transport's failure is in a capture's words.
  init?(_ error: any Error) {
    if error is CancellationError {
      self.init(kind: .cancelled, code: "cancelled")
      return
    }
    // What the receiver threw is no failure of the wire.
    guard let failure = error as? TransportFailure else { return nil }
    let kind: Kind =
      switch failure.kind {
      case .unreachable: .refused
      case .connectionLost: .connectionLost
      case .tlsUntrusted, .tlsPinMismatch: .tlsUntrusted
      case .tlsExpired: .tlsExpired
      case .tlsHostMismatch: .tlsHostMismatch
      case .tlsFailed: .tlsHandshake
      case .timedOut: .timeout
      case .blockedByPolicy: .blocked
      case .shutDown: .cancelled
      default: .other
      }
    self.init(kind: kind, code: failure.kind.rawValue)
  }
}
