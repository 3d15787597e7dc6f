import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// Looks on from outside: every event, every send, every decision.
final class Watch: CallObserver {
  /// A send as the transport was asked for it.
  struct Send: Sendable {
    var id: String
    var time: MonotonicInstant
    var request: TransportRequest
    /// Whether the call had been cancelled before.
    var afterCancel: Bool
  }
  /// A response's head as it came to the call.
  struct Head: Sendable {
    var id: String
    var time: MonotonicInstant
    /// Whether the request carried a credential and the answer refused it.
    var refusesCredential: Bool
    var retryAfter: Duration?
    /// How many sends of all calls had been before.
    var sendsBefore: Int
  }
  struct Seen: Sendable {
    var events: [CallEvent] = []
    var lines: [String] = []
    var sends: [Send] = []
    var heads: [Head] = []
    var pairs = Pairs()
    var cancelled: Set<String> = []
    var tasks: [Int: Task<Int, any Error>] = [:]
  }
  private let world: SimulatedWorld
  let seen = Locked(Seen())

  init(world: SimulatedWorld) { self.world = world }

  func observe(_ event: CallEvent) {
    world.note("call: \(CallLog.line(for: event))")
    seen.withLock { $0.events.append(event) }
  }

  func saw(_ event: CallMachine.Event, in state: CallMachine.State) {
    let met = Met(event)
    seen.withLock { $0.pairs.note(met, in: state) }
  }

  func sends(_ request: TransportRequest) {
    let id = request.headers[.requestID] ?? ""
    let now = world.clock.now()
    seen.withLock { seen in
      seen.sends.append(
        Send(id: id, time: now, request: request, afterCancel: seen.cancelled.contains(id)))
    }
  }

  func hears(_ head: TransportResponse, for request: TransportRequest) {
    let id = request.headers[.requestID] ?? ""
    let now = world.clock.now()
    let seconds = head.headers[.retryAfter].flatMap { Int($0) }
    seen.withLock { seen in
      seen.heads.append(
        Head(
          id: id, time: now,
          refusesCredential: head.status == 401 && request.headers.contains(.authorization),
          retryAfter: seconds.map { .seconds($0) }, sendsBefore: seen.sends.count))
    }
  }

  func markCancelled(_ id: String) { seen.withLock { _ = $0.cancelled.insert(id) } }

  func register(task: Task<Int, any Error>, index: Int) { seen.withLock { $0.tasks[index] = task } }

  func cancelTask(_ index: Int) {
    let task = seen.withLock { $0.tasks[index] }
    task?.cancel()
  }
}

extension Watch {
  typealias Pairs = Coverage<CallMachine.State, Met>

  /// An event as far as it matters to a state.
  enum Met: String, CustomStringConvertible {
    case begin
    case credentialFresh = "credential fresh"
    case credentialSame = "credential same"
    case credentialMissing = "credential missing"
    case credentialRefused = "credential refused"
    case credentialFailed = "credential failed"
    case credentialTimedOut = "credential timedOut"
    case answeredFit = "answered fit"
    case answeredRedirect = "answered redirect"
    case answeredRefusal = "answered refusal"
    case answeredUnfit = "answered unfit"
    case answeredStalePart = "answered stale part"
    case failed, interrupted, waited, budgetRefused, decoded, undecodable, cancelled, shutDown
    case credentialEnded

    var description: String { rawValue }

    init(_ event: CallMachine.Event) {
      self =
        switch event {
        case .begin: .begin
        case .credential(.fresh): .credentialFresh
        case .credential(.same): .credentialSame
        case .credential(.missing): .credentialMissing
        case .credential(.refused): .credentialRefused
        case .credential(.failed): .credentialFailed
        case .credential(.timedOut): .credentialTimedOut
        case .answered(.fit): .answeredFit
        case .answered(.redirect): .answeredRedirect
        case .answered(.refusal): .answeredRefusal
        case .answered(.unfit): .answeredUnfit
        case .answered(.stalePart): .answeredStalePart
        case .failed: .failed
        case .interrupted: .interrupted
        case .waited: .waited
        case .budgetRefused: .budgetRefused
        case .decoded: .decoded
        case .undecodable: .undecodable
        case .cancelled: .cancelled
        case .shutDown: .shutDown
        case .credentialEnded: .credentialEnded
        }
    }
  }

  /// Every pair that the machine can meet in a call without a file; all else is a trap.
  static let allPairs: [Pairs.Pair] = {
    let own: [(CallMachine.State, [Met])] = [
      (.idle, [.begin]),
      (
        .authorizing,
        [
          .credentialFresh, .credentialSame, .credentialMissing, .credentialRefused,
          .credentialFailed, .credentialTimedOut,
        ]
      ),
      (
        .attempting,
        [.answeredFit, .answeredRedirect, .answeredRefusal, .answeredUnfit, .failed]
      ), (.waiting, [.waited, .budgetRefused]), (.decoding, [.decoded, .undecodable]),
    ]
    return own.flatMap { state, events in
      (events + [.cancelled, .shutDown]).map { Pairs.Pair($0, in: state) }
    }
  }()
}

/// Tells the watch of each send, and passes it on.
struct WatchedTransport: Transport {
  let base: FakeTransport
  let watch: Watch

  func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    watch.sends(request)
    return try await base.perform(request, body: body, limits: limits) { head, body in
      watch.hears(head, for: request)
      return try await receive(head, body)
    }
  }

  func shutdown(_ mode: ShutdownMode) async { await base.shutdown(mode) }
}
