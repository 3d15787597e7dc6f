import Foundation
import MaruContract
import MaruCore
import MaruTesting

/// A token machine that meets any event in any state: those of its own flight, late ones of another,
/// and those that no shell of ours would send.
///
/// The worlds of ``SessionScenario`` prove what a session does. This one proves that no order of
/// events, however odd, takes the machine out of what it promises.
struct MachineWalk {
  private typealias Event = TokenMachine.Event
  private let random: SeededRandom
  private let accounts: [TokenAccount]
  private let decide: TokenSession.Configuration.Decide
  private var machine: TokenMachine
  private var now = MonotonicInstant(nanoseconds: 1_000_000_000)
  private var watch = MachineWatch()
  private var lastWaiter: UInt64 = 0
  private var lastGrant = 0
  private(set) var coverage = SessionCoverage()

  init(
    random: SeededRandom,
    decide: @escaping TokenSession.Configuration.Decide = { $0.handle($1, at: $2) }
  ) throws {
    self.random = random
    self.decide = decide
    accounts = try ["ann", "bob"].map { try OneSession.account($0) }
    let recovery: TokenSession.RotationRecovery =
      random.next() % 2 == 0 ? .sendsAgain : .asksToSignIn
    machine = TokenMachine(
      configuration: .init(recovery: recovery), account: random.next() % 2 == 0 ? accounts[0] : nil)
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      now = now.advanced(by: .milliseconds(Int(random.next() % 20_000)))
      // Every other event leads on, so that the walk comes to each state.
      let event = event(
        isLucky(1, of: 2) ? pick(leadingOn) : pick(SessionCoverage.Event.allCases))
      let before = machine
      coverage.note(event, in: before.state)
      let actions = decide(&machine, event, now)
      if let broken = watch.problem(event, before, actions, machine, at: now) {
        throw BrokenPromise(promise: broken, event: "\(event)", state: before.state.rawValue)
      }
    }
  }

  struct BrokenPromise: Error, CustomStringConvertible {
    var promise: String
    var event: String
    var state: String
    var description: String { "\(promise); after \(event) in \(state)" }
  }

  // MARK: What may happen

  private func pick<Value>(_ values: [Value]) -> Value {
    values[Int(random.next() % UInt64(values.count))]
  }

  private func isLucky(_ times: UInt64, of all: UInt64) -> Bool { random.next() % all < times }

  private var leadingOn: [SessionCoverage.Event] {
    switch machine.state {
    case .signedOut, .ended: [.signIn, .switched]
    case .idle: [.asked]
    case .ready: [.refused, .asked]
    case .reading: [.readRecord]
    case .asking: [.granted]
    case .marking, .storing, .entering: [.stored]
    }
  }

  /// Mostly the flight that counts; else one that is over, or has never been.
  private var someFlight: UInt64 {
    if let flight = machine.flight, isLucky(7, of: 8) { return flight.id }
    return random.next() % (machine.lastFlight + 2)
  }

  private var receipt: TokenMachine.Receipt {
    // Wall clocks jump.
    let seconds = Double(random.next() % 4_000_000_000)
    return .init(date: Date(timeIntervalSince1970: seconds), chance: random.next())
  }

  private mutating func grant() -> TokenGrant {
    lastGrant += 1
    let expiry: TokenGrant.Expiry = pick([
      .unknown, .after(.seconds(Int(random.next() % 200))), .after(.seconds(-5)),
      .after(.seconds(Int64.max)),
      .at(Date(timeIntervalSince1970: Double(random.next() % 4_000_000_000))),
    ])
    return TokenGrant(
      // One in ten can't be sent.
      accessToken: Sensitive(isLucky(1, of: 10) ? "a\r\n\(lastGrant)" : "a\(lastGrant)"),
      refreshToken: isLucky(1, of: 4) ? nil : token, expiry: expiry,
      serverDate: isLucky(1, of: 2) ? receipt.date : nil)
  }

  /// One of few, so that other processes and the server come back to one.
  private var token: Sensitive<String> { Sensitive("r\(random.next() % 4)") }

  private func record() -> TokenRecord {
    var record = TokenRecord(account: accounts[0].name, refreshToken: token)
    if isLucky(1, of: 8) { record.refreshToken = nil }
    if let unstored = machine.unstored, isLucky(1, of: 2) {
      record.refreshToken = unstored.predecessor
    }
    record.mayBeSpent = isLucky(1, of: 6)
    if isLucky(1, of: 12) { record.end = pick([.refused, .noRefreshToken, .answerLost]) }
    return record
  }

  private func storeError() -> SecretStoreError {
    SecretStoreError(pick([.locked, .unavailable, .denied, .damaged]), reason: "a test's")
  }

  private func failure(_ kind: TokenRefreshFailure.Kind) -> TokenRefreshFailure {
    TokenRefreshFailure(
      kind, answerWasLost: isLucky(1, of: 2),
      error: CallError(
        .unreachable, at: .attempt, reason: "a test's",
        retryAfter: isLucky(1, of: 3) ? .seconds(Int(random.next() % 90)) : nil))
  }

  private mutating func event(_ name: SessionCoverage.Event) -> TokenMachine.Event {
    switch name {
    case .asked:
      lastWaiter += 1
      return .asked(waiter: lastWaiter)
    case .left: return .left(waiter: random.next() % (lastWaiter + 2))
    case .refused:
      let any = random.next() % (machine.generation + 2)
      return .refused(generation: isLucky(1, of: 2) ? machine.generation : any)
    case .readRecord: return .read(flight: someFlight, .record(record()), receipt)
    case .readNothing: return .read(flight: someFlight, .nothing, receipt)
    case .readFailed: return .read(flight: someFlight, .failed(storeError()), receipt)
    case .readUnusable:
      let problem: TokenRecord.Problem = pick([.newerVersion, .unreadable, .otherAccount])
      return .read(flight: someFlight, .unusable(problem), receipt)
    case .readBusy: return .read(flight: someFlight, .busy, receipt)
    case .granted: return .answered(flight: someFlight, .granted(grant()), receipt)
    case .refreshRefused: return .answered(flight: someFlight, .failed(failure(.refused)), receipt)
    case .refreshMisconfigured:
      return .answered(flight: someFlight, .failed(failure(.misconfigured)), receipt)
    case .refreshTransient:
      return .answered(flight: someFlight, .failed(failure(.transient)), receipt)
    case .stored: return .stored(flight: someFlight, nil, receipt)
    case .storeFailed: return .stored(flight: someFlight, storeError(), receipt)
    case .limitReached: return .limitReached(flight: someFlight, receipt)
    case .signIn: return .signIn(grant(), pick(accounts), receipt)
    case .signOut: return .signOut
    case .switched: return .switched(to: isLucky(1, of: 3) ? nil : pick(accounts))
    case .deleted: return .deleted(pick(accounts), nil)
    case .deleteFailed: return .deleted(pick(accounts), storeError())
    case .cookiesErased: return .cookiesErased(nil)
    case .cookiesKept: return .cookiesErased(storeError())
    }
  }
}
