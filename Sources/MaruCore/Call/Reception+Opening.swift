internal import MaruContract
internal import MaruHTTP

/// Who reads a response that goes on.
struct Opening: Sendable {
  /// How the reading ended.
  enum Reading: Sendable {
    case noContent
    case ended
    case failed(any Error)
  }
  let receive: @Sendable (TransportResponse, any TransportBody) async throws -> Void

  /// A response that goes on has no end, and transports want a limit: two weeks, which every system's
  /// timers can count in milliseconds with 32 bits.
  static let longest = Duration.seconds(14 * 86_400)

  /// What the reader's error means.
  static func failure(_ error: any Error, status: Int) -> Failure {
    switch error {
    case let error as CallError:
      Failure(
        code: error.code, stage: error.stage, reason: error.reason, status: error.status ?? status,
        retryAfter: error.retryAfter, cause: error.cause?.value)
    case let failure as TransportFailure:
      Failure(
        code: CallError.Code(failure.kind), stage: .attempt, reason: failure.reason, status: status,
        cause: failure)
    default:
      // FAIL-2: it is not the caller's cancellation, whatever it says.
      Failure(
        code: .connectionLost, stage: .attempt, reason: "the reader gave up without a reason",
        status: status, cause: error)
    }
  }
}

extension Reception {
  /// Hands a response that goes on to its reader; nil if it is none and is judged as any other.
  ///
  /// What the reader throws is not the transport's failure: it is kept for the call's end.
  func opened(
    _ head: TransportResponse, _ body: any TransportBody, by opening: Opening
  ) async -> Received? {
    guard (200..<300).contains(head.status) else { return nil }
    // Told at once, not at the end: it can be hours until then.
    client.report(
      .answered(attempt, status: head.status, metrics: body.metrics), of: call.identity)
    switch (head.status, Judge.judge(head, promise: call.promise)) {
    // WHATWG HTML §9.2.3: 204 tells a client to stop.
    case (204, _):
      return Received(answer: .fit(status: 204), delivery: Delivery(head: head))
    case (200, .value(nil)):
      var delivery = Delivery(head: head)
      do {
        try await opening.receive(head, body)
        delivery.opened = .ended
      } catch {
        delivery.opened = .failed(error)
      }
      return Received(answer: .fit(status: 200), delivery: delivery)
    case (200, .value(let unfit?)):
      return Received(answer: .unfit(unfit.code, status: 200, reason: unfit.reason))
    default:
      return Received(
        answer: .unfit(
          .malformedResponse, status: head.status,
          reason: "status \(head.status) opens no stream"))
    }
  }
}
