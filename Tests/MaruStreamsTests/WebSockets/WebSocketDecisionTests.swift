import MaruContract
import MaruStreams
import Testing

/// What is decided about WebSocket connections, without one.
@Suite struct WebSocketDecisionTests {
  private static func moment(_ seconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: seconds * 1_000_000_000)
  }

  private static func alive() -> WebSocketLiveness {
    WebSocketLiveness(
      WebSocketKeepAlive(
        openWithin: .seconds(30), pingAfter: .seconds(25), pongWithin: .seconds(10)),
      now: moment(0))
  }

  private static func code(_ action: WebSocketLiveness.Action) -> CallError.Code? {
    guard case .giveUp(let error) = action else { return nil }
    return error.code
  }

  @Test func `a handshake that is not answered in time is given up`() {
    var liveness = Self.alive()
    #expect(liveness.look(at: Self.moment(0)) == .wait(until: Self.moment(30)))
    #expect(liveness.look(at: Self.moment(29)) == .wait(until: Self.moment(30)))
    #expect(Self.code(liveness.look(at: Self.moment(30))) == .deadlineExceeded)
  }

  @Test func `a silent peer is asked once, and given up without an answer`() {
    var liveness = Self.alive()
    liveness.opened(at: Self.moment(2))
    #expect(liveness.look(at: Self.moment(20)) == .wait(until: Self.moment(27)))
    #expect(liveness.look(at: Self.moment(27)) == .ping(thenWaitUntil: Self.moment(37)))
    #expect(liveness.look(at: Self.moment(30)) == .wait(until: Self.moment(37)))
    #expect(Self.code(liveness.look(at: Self.moment(37))) == .connectionLost)
  }

  @Test func `anything that is heard is an answer`() {
    var liveness = Self.alive()
    liveness.opened(at: Self.moment(0))
    #expect(liveness.look(at: Self.moment(25)) == .ping(thenWaitUntil: Self.moment(35)))
    liveness.heard(at: Self.moment(34))
    #expect(liveness.look(at: Self.moment(35)) == .wait(until: Self.moment(59)))
    #expect(liveness.look(at: Self.moment(59)) == .ping(thenWaitUntil: Self.moment(69)))
  }

  @Test func `while its reader holds it up, silence says nothing`() {
    var liveness = Self.alive()
    liveness.opened(at: Self.moment(0))
    #expect(liveness.look(at: Self.moment(25)) == .ping(thenWaitUntil: Self.moment(35)))
    liveness.holdsUp(true, at: Self.moment(26))
    #expect(liveness.look(at: Self.moment(35)) == .wait(until: Self.moment(60)))
    #expect(liveness.look(at: Self.moment(1_000)) == .wait(until: Self.moment(1_025)))
    liveness.holdsUp(false, at: Self.moment(1_001))
    #expect(liveness.look(at: Self.moment(1_025)) == .wait(until: Self.moment(1_026)))
    #expect(liveness.look(at: Self.moment(1_026)) == .ping(thenWaitUntil: Self.moment(1_036)))
  }

  @Test(
    arguments: [
      (.protocolError, .malformedResponse), (.unsupportedData, .invalidRequest),
      (.invalidPayload, .invalidRequest), (.policyViolation, .forbidden),
      (.messageTooBig, .invalidRequest), (.mandatoryExtension, .malformedResponse),
      (.internalError, .serverFailed), (.serviceRestart, .unavailable),
      (.tryAgainLater, .unavailable), (.badGateway, .unavailable), (.goingAway, .connectionLost),
      (.abnormal, .connectionLost), (.timeout, .connectionLost), (.forbidden, .forbidden),
      (WebSocketCloseCode(rawValue: 4_000), .connectionLost),
    ] as [(WebSocketCloseCode, CallError.Code)])
  func `a code of closing has its meaning`(code: WebSocketCloseCode, meaning: CallError.Code) {
    guard case .failed(let error) = WebSocketEnding(.closed(code), overCodes: []) else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == meaning)
  }

  @Test func `what is no failure`() {
    #expect(WebSocketEnding(.closed(.normal), overCodes: []) == .ended)
    #expect(WebSocketEnding(.closed(.noStatus), overCodes: []) == .ended)
    #expect(WebSocketEnding(.closed(.normal), overCodes: [.normal]) == .isOver)
    #expect(WebSocketEnding(.refused(status: 204, retryAfter: nil), overCodes: []) == .isOver)
  }

  @Test func `a refused handshake means what its status does`() {
    let busy = WebSocketEnding(.refused(status: 503, retryAfter: .seconds(7)), overCodes: [])
    guard case .failed(let error) = busy else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .unavailable)
    #expect(error.retryAfter == .seconds(7))
    for failure in [.refused(status: 401, retryAfter: nil), .closed(.unauthorized)]
      as [WebSocketFailure]
    {
      guard case .refusesCredential(let error) = WebSocketEnding(failure, overCodes: []) else {
        Issue.record("no refusal")
        return
      }
      #expect(error.code == .credentialRefused)
    }
    #expect(
      WebSocketEnding(.refused(status: 200, retryAfter: nil), overCodes: [])
        == .failed(CallError(.malformedResponse, at: .judgement, reason: "")))
  }
}
