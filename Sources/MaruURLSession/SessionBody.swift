internal import MaruContract
internal import MaruSystem

/// The body of a response, read out of the exchange.
final class SessionBody: TransportBody {
  private let call: SessionCall
  private let length: Int?

  init(_ call: SessionCall, _ framing: SessionHead.Framing) {
    self.call = call
    length = framing.isBodyless ? 0 : framing.isEncoded ? nil : framing.contentLength
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    while true {
      switch call.exchange.withLock({ $0.read(into: &buffer) }) {
      case .bytes: return true
      case .finished: return false
      case .failed(let failure): throw failure
      case .cancelled: throw CancellationError()
      case .nothing:
        try Task.checkCancellation()
        await waitForBytes()
      }
    }
  }

  var expectedLength: Int? {
    guard let length else { return nil }
    return call.exchange.withLock { max(0, length - $0.bytesTaken) }
  }

  var metrics: AttemptMetrics { call.exchange.withLock { $0.metrics } }

  /// Waits until something has come, or until the reading task is cancelled.
  ///
  /// The reader may be a child of the call's task that is cancelled alone, so that the call's own
  /// handler of cancelling is not enough.
  private func waitForBytes() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isParked = call.exchange.withLock { $0.park(.body, continuation) }
        if !isParked {
          continuation.resume()
        } else if Task.isCancelled {
          leave()
        }
      }
    } onCancel: {
      leave()
    }
  }

  private func leave() {
    call.exchange.withLock { $0.takeBodyReader() }?.resume()
  }
}
