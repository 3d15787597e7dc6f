public import MaruContract
public import MaruHTTP
internal import MaruSystem

/// A request as the fake server saw it.
public struct FakeRequest: Sendable {
  /// What was asked.
  public let method: RequestMethod
  /// Of what.
  public let url: RequestURL
  /// The fields that came with it.
  public let headers: HeaderFields
  /// The body, whole.
  public let body: [UInt8]
  /// When it arrived.
  public let time: MonotonicInstant
}

/// A transport without a network: a server is a function, and a network's faults are drawn by a seed.
///
/// It keeps every promise of a real transport, on a manual clock, and passes the same contract suite.
/// A request that is cancelled on its way may still arrive, as on a real network.
public final class FakeTransport: Transport {
  /// What answers: called once for each request that arrives, in the order of arrival.
  public typealias Server = @Sendable (FakeRequest) -> [ServerAct]

  private struct State {
    var shutdown: ShutdownMode?
    var lastTag = 0
    var open: Set<Int> = []
    var requests: [FakeRequest] = []
    var performed = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let clock: ManualClock
  let random: SeededRandom
  let faults: NetworkFaults
  private let server: Server
  private let state = Locked(State())

  /// Makes a network with a server.
  ///
  /// - Parameters:
  ///   - clock: what latency and limits are measured by.
  ///   - random: what faults are drawn from; not used without faults.
  ///   - faults: how often the network fails.
  ///   - server: what answers. It runs in the caller's task and must return at once.
  public init(
    clock: ManualClock, random: SeededRandom = SeededRandom(seed: 0),
    faults: NetworkFaults = .none, server: @escaping Server
  ) {
    self.clock = clock
    self.random = random
    self.faults = faults
    self.server = server
  }

  /// Every request that has arrived at the server.
  public var requests: [FakeRequest] { state.withLock { $0.requests } }
  /// How often a transport was asked to send, whether it arrived or not.
  public var performCount: Int { state.withLock { $0.performed } }
  /// How many exchanges are running.
  public var openCount: Int { state.withLock { $0.open.count } }

  /// Sends a request; see `Transport`.
  public func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let tag = try enter()
    defer { leave(tag) }
    let exchange = FakeExchange(
      transport: self, request: request, body: body, limits: limits, tag: tag)
    let head = try await exchange.head()
    // Named by path and method: a test's report may show them, and nothing of the fields.
    let text: @Sendable () -> String = { "the reader of the answer to \(exchange.name)" }
    return try await Waiting.lazily(for: text) { try await receive(head, exchange) }
  }

  /// Ends the network; see `Transport`.
  public func shutdown(_ mode: ShutdownMode) async {
    let open = state.withLock { state -> Set<Int> in
      if state.shutdown != .cancelling { state.shutdown = mode }
      return mode == .cancelling ? state.open : []
    }
    for tag in open.sorted() { clock.wake(tag: tag) }
    await Waiting.lazily(for: { "the end of \(self.openCount) requests on the fake network" }) {
      await withCheckedContinuation { continuation in
        let isIdle = state.withLock { state in
          if state.open.isEmpty { return true }
          state.waiters.append(continuation)
          return false
        }
        if isIdle { continuation.resume() }
      }
    }
  }

  private func enter() throws -> Int {
    let tag = state.withLock { state -> Int? in
      guard state.shutdown == nil else { return nil }
      state.lastTag += 1
      state.performed += 1
      state.open.insert(state.lastTag)
      return state.lastTag
    }
    guard let tag else {
      throw TransportFailure(
        .shutDown, arrival: .impossible, reason: "the transport was shut down")
    }
    return tag
  }

  private func leave(_ tag: Int) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.open.remove(tag)
      guard state.open.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  var isCancelling: Bool { state.withLock { $0.shutdown == .cancelling } }

  /// The request reaches the server, which answers.
  func arrive(_ request: FakeRequest) -> [ServerAct] {
    state.withLock { $0.requests.append(request) }
    return server(request)
  }
}
