public import MaruContract
public import MaruHTTP

/// Sends calls: the one object that an app keeps for as long as it speaks to a server.
///
/// Make one per server and keep it; it holds no screen, no user and no secret of a server's. It can
/// be used from any task or actor. Encoding and decoding run on Swift's pool, never on the main
/// actor. When it is not needed any more, ``shutdown(_:)`` ends what it owns.
public struct MaruClient: Sendable {
  let core: ClientCore
  private let ownership: TransportOwnership

  /// Makes a client of its parts; apps use the initializer of `Maru`, which brings the platform's.
  ///
  /// - Parameters:
  ///   - configuration: what to speak to, and how.
  ///   - transport: what carries requests.
  ///   - ownership: whether shutting the client down shuts `transport` down as well.
  ///   - credentials: who the caller is; nil for servers that do not ask.
  ///   - surroundings: time, chance and threads.
  ///   - observers: hear every step of every call.
  /// - Throws: `CallError` with the code `configuration` if a setting can't work.
  public init(
    _ configuration: Configuration, transport: any Transport, ownership: TransportOwnership,
    credentials: (any CredentialProvider)?, surroundings: Surroundings,
    observers: [any CallObserver] = []
  ) throws(CallError) {
    try configuration.check()
    core = ClientCore(
      configuration: configuration, transport: transport, credentials: credentials,
      surroundings: surroundings, observers: observers)
    core.hearEndings()
    self.ownership = ownership
  }

  /// Whose a transport is.
  public enum TransportOwnership: Sendable, Hashable {
    /// The client's: it ends with it.
    case client
    /// The caller's: the client never shuts it down.
    case caller
  }

  /// Makes a call and returns its one result.
  ///
  /// Sent again only where that does no harm, and never past the endpoint's deadline, which covers
  /// the credential, all attempts and all waits. Cancelling the task ends the call at once and
  /// starts no further attempt; what had been sent may still be done by the server, and the
  /// idempotency key is the way to ask. Runs off the caller's actor.
  ///
  /// - Parameters:
  ///   - endpoint: what to ask.
  ///   - context: on whose behalf.
  /// - Throws: `CallError`, or `CancellationError` if and only if the task was cancelled.
  public func send<Value: Sendable>(
    _ endpoint: Endpoint<Value>, context: CallContext = CallContext()
  ) async throws -> Value {
    guard let response = try await perform(endpoint, context: context, unlessStill: nil) else {
      preconditionFailure("only a call with a version of its own can be unchanged")
    }
    return response.value
  }

  /// Makes a call and returns its result together with the answer's head.
  ///
  /// The same as ``send(_:context:)``, for those who need `Location`, `ETag` or paging links.
  public func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, context: CallContext = CallContext()
  ) async throws -> CallResponse<Value> {
    guard let response = try await perform(endpoint, context: context, unlessStill: nil) else {
      preconditionFailure("only a call with a version of its own can be unchanged")
    }
    return response
  }

  /// Makes a call unless the version that the app has still holds (`If-None-Match`).
  ///
  /// - Parameters:
  ///   - endpoint: what to ask.
  ///   - version: the `ETag` of what the app has.
  ///   - context: on whose behalf.
  /// - Returns: the new value with its head; nil if the app's own still holds (304).
  public func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, unlessStill version: EntityTag,
    context: CallContext = CallContext()
  ) async throws -> CallResponse<Value>? {
    try await perform(endpoint, context: context, unlessStill: version)
  }

  /// Drops every answer that is kept; for sign-out, where the credential does not change.
  public func forgetKeptAnswers() {
    core.cache.clear()
  }

  private func perform<Value: Sendable>(
    _ endpoint: Endpoint<Value>, context: CallContext, unlessStill: EntityTag?
  ) async throws -> CallResponse<Value>? {
    try await enter(context: context, isSafe: endpoint.method.isSafe) { core, number, requestID in
      try await core.run(
        endpoint, context: context, unlessStill: unlessStill, number: number,
        requestID: requestID)
    }
  }

  /// Runs one call in a task of its own, entered in the registry until it ends.
  ///
  /// - Parameter isEndless: whether it ends only when it is told to: any shutdown tells it.
  func enter<Value: Sendable>(
    context: CallContext, isSafe: Bool, isEndless: Bool = false,
    _ work: @escaping @Sendable (ClientCore, UInt64, RequestID) async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let core = self.core
    let requestID =
      context.requestID
      ?? RequestID(random: core.surroundings.random)
    guard let number = core.registry.enter() else {
      throw core.shutDown(requestID, isSafe: isSafe)
    }
    return try await Waiting.named("call \(requestID)") {
      // A task of its own, so that a shutdown can end the call without cancelling its caller. Its
      // owner is the registry; its end is awaited here, which also passes the priority on.
      let task = Task(executorPreference: core.surroundings.executor) {
        defer { core.registry.leave(number) }
        return try await work(core, number, requestID)
      }
      core.registry.attach(number, isEndless: isEndless) { task.cancel() }
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        core.registry.noteCallersCancel(number)
        task.cancel()
      }
    }
  }

  /// Takes no more calls, ends the running ones as `mode` says, and ends the transport if it is the
  /// client's own.
  ///
  /// Returns when no call is running. Calls made afterwards, and calls that are ended, fail with
  /// the code `shutDown`. May be called again, to turn finishing into cancelling.
  public func shutdown(_ mode: ShutdownMode) async {
    close(mode)
    await core.registry.drain()
    if ownership == .client { await core.transport.shutdown(mode) }
  }

  /// The part of a shutdown that waits for nothing.
  package func close(_ mode: ShutdownMode) {
    core.registry.close(mode)
  }

  /// How many calls are running.
  public var runningCalls: Int { core.registry.count }
}

extension MaruClient: CustomStringConvertible, CustomReflectable {
  /// The scheme that it speaks and how many calls are running; never its address.
  public var description: String {
    "client of \(core.configuration.baseURL), running calls: \(runningCalls)"
  }
  /// Shows `dump` no more than ``description``: neither the address nor what is kept.
  public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}

extension ClientCore {
  /// A call that did not begin, since the client takes no more.
  fileprivate func shutDown(_ requestID: RequestID, isSafe: Bool) -> CallError {
    CallError(
      .shutDown, at: .preparation, reason: "the client was shut down", requestID: requestID,
      outcome: isSafe ? nil : .notSent)
  }

  /// Ends a call that could not be prepared.
  ///
  /// FAIL-2: whatever an encoder throws, it is the task that tells whether the call was cancelled.
  func unprepared(_ call: CallIdentity, because error: any Error, isSafe: Bool) -> any Error {
    if Task.isCancelled, !registry.wasCancelledByShutdown(call.number) {
      report(.ended(.cancelled, attempts: 0), of: call)
      return CancellationError()
    }
    let error = Task.isCancelled ? shutDown(call.requestID, isSafe: isSafe) : error
    let code = (error as? CallError)?.code ?? .configuration
    report(.ended(.failed(code, .preparation), attempts: 0), of: call)
    return error
  }

  fileprivate func run<Value: Sendable>(
    _ endpoint: Endpoint<Value>, context: CallContext, unlessStill: EntityTag?, number: UInt64,
    requestID: RequestID
  ) async throws -> CallResponse<Value>? {
    let identity = CallIdentity(
      number: number, requestID: requestID, name: endpoint.name, trace: preparation.trace())
    report(.started, of: identity)
    let call: PreparedCall
    do {
      call = try preparation.prepare(
        endpoint, context: context, unlessStill: unlessStill, identity: identity)
    } catch {
      throw unprepared(identity, because: error, isSafe: endpoint.method.isSafe)
    }
    budget.earn()
    var run = CallRun(call: call, client: self)
    let status = try await run.answer()
    let delivered = run.delivered
    if delivered.isUnchanged {
      try run.decoded(.decoded, status: status)
      return nil
    }
    let decoding: Result<Value, any Error>
    if delivered.body.isEmpty, let emptyValue = endpoint.response.emptyValue {
      decoding = .success(emptyValue())
    } else {
      let mediaType = delivered.head.headers[.contentType].flatMap(MediaType.init)
      decoding = Result { try endpoint.response.decode(delivered.body, sentAs: mediaType) }
    }
    switch decoding {
    case .success(let value):
      try run.decoded(.decoded, status: status)
      return CallResponse(
        value: value, status: delivered.head.status, headers: delivered.head.headers,
        source: delivered.source)
    case .failure(let error):
      let failure = DecodingFailure(error)
      try run.decoded(
        .undecodable(failure.code, reason: failure.reason, cause: failure.cause), status: status)
      throw error
    }
  }
}
