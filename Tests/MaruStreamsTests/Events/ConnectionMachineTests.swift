import MaruContract
import MaruStreams
import Testing

@Suite struct ConnectionMachineTests {
  private typealias Closing = ConnectionMachine.Closing
  private static let lost = CallError(.connectionLost, at: .attempt, reason: "lost")

  private static func machine(_ whenEnded: CleanEnd = .reconnect) -> ConnectionMachine {
    ConnectionMachine(policy: ReconnectPolicy(), whenEnded: whenEnded)
  }

  @Test func `waits double up to their bound, and a stable connection begins anew`() {
    var machine = Self.machine()
    #expect(machine.handle(.begin) == .connect)
    var bounds: [Duration] = []
    for _ in 0..<7 {
      guard case .wait(.zero, let jitter) = machine.handle(.failed(Self.lost, Closing())) else {
        Issue.record("expected a wait")
        return
      }
      bounds.append(jitter)
    }
    #expect(bounds == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    // Let in and thrown out again is no success.
    #expect(
      machine.handle(.failed(Self.lost, Closing(openFor: .seconds(29))))
        == .wait(least: .zero, jitter: .seconds(30)))
    #expect(
      machine.handle(.failed(Self.lost, Closing(openFor: .seconds(30))))
        == .wait(least: .zero, jitter: .seconds(1)))
    #expect(
      machine.handle(.failed(Self.lost, Closing())) == .wait(least: .zero, jitter: .seconds(2)))
  }

  @Test func `the longer of what the server asks for is the least`() {
    var machine = Self.machine()
    let busy = CallError(
      .rateLimited, at: .judgement, reason: "busy", status: 429, retryAfter: .seconds(9))
    #expect(
      machine.handle(.failed(busy, Closing(retry: .seconds(4))))
        == .wait(least: .seconds(9), jitter: .seconds(1)))
    #expect(
      machine.handle(.failed(busy, Closing(retry: .seconds(40))))
        == .wait(least: .seconds(40), jitter: .seconds(2)))
  }

  @Test(arguments: [900, 901, 86_400, Int64.max])
  func `a server can't have it wait for ever`(seconds: Int64) {
    var machine = Self.machine()
    let busy = CallError(
      .unavailable, at: .judgement, reason: "busy", retryAfter: .seconds(seconds))
    let action = ConnectionMachine.Action.wait(least: .seconds(900), jitter: .seconds(1))
    #expect(machine.handle(.failed(busy, Closing())) == action)
    machine = Self.machine()
    #expect(machine.handle(.ended(Closing(retry: .milliseconds(Int64.max)))) == action)
    machine = Self.machine()
    #expect(
      machine.handle(.failed(Self.lost, Closing(retry: .seconds(899))))
        == .wait(least: .seconds(899), jitter: .seconds(1)))
  }

  @Test func `a clean end is what the app says, and backs off like a loss`() {
    var going = Self.machine()
    #expect(
      going.handle(.ended(Closing(openFor: .zero))) == .wait(least: .zero, jitter: .seconds(1)))
    #expect(
      going.handle(.ended(Closing(openFor: .zero))) == .wait(least: .zero, jitter: .seconds(2)))
    var finishing = Self.machine(.finish)
    #expect(finishing.handle(.ended(Closing(openFor: .zero))) == .finish(nil))
    #expect(finishing.handle(.noContent) == .finish(nil))
  }

  @Test(arguments: CallError.Code.allCases)
  func `a code comes back if it may pass`(code: CallError.Code) {
    var machine = Self.machine()
    let error = CallError(code, at: .attempt, reason: "x", retryAfter: .seconds(1))
    let action = machine.handle(.failed(error, Closing()))
    if code.mayHelpToTryAgain {
      #expect(action == .wait(least: .seconds(1), jitter: .seconds(1)))
    } else {
      #expect(action == .finish(error))
    }
  }

  @Test(arguments: [408, 421, 425])
  func `a request that was only untimely goes again`(status: Int) {
    var machine = Self.machine()
    let error = CallError(.invalidRequest, at: .judgement, reason: "x", status: status)
    #expect(
      machine.handle(.failed(error, Closing())) == .wait(least: .zero, jitter: .seconds(1)))
  }
}
