public import MaruContract
internal import MaruHTTP
internal import MaruSystem

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Carries requests over URLSession.
///
/// It is Apple's transport, and can be chosen on Linux. It speaks `https`, and `http` only to this
/// machine; redirects, cookies, caches and credentials are left to the caller, and bodies arrive
/// decompressed. All limits of time are its own, on the clock that is handed in.
///
/// URLSession can't hold a server back for a reader that is slow. So the bytes of a call that wait
/// for their reader are bounded, and more end the call with
/// `TransportFailure.Kind.bodyTooLarge`. What else the platforms keep it from doing is listed in
/// `Documentation/Transports.md`.
public final class URLSessionTransport: Transport {
  /// How many connections there are and how much is held in memory.
  public struct Settings: Hashable, Sendable {
    /// How many connections to one host there are at most.
    public var maximumConnectionsPerHost: Int
    /// How many bytes of a body may wait for their reader, for each call.
    public var maximumBufferedBytes: Int

    /// Makes settings.
    ///
    /// 64 connections, so that an app's server can be called from a server, too. 32 MiB, since a
    /// reader that only collects is never so far behind, and a phone can spare it.
    public init(maximumConnectionsPerHost: Int = 64, maximumBufferedBytes: Int = 32 << 20) {
      self.maximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
      self.maximumBufferedBytes = max(1, maximumBufferedBytes)
    }
  }

  private let settings: Settings
  private let clock: any MonotonicClock
  private let watch: SessionWatch
  private let gate = SessionGate()
  private let shared: SessionLine
  private let pinning: SessionPinning
  private let configuration: URLSessionConfiguration

  /// Makes a session of its own.
  ///
  /// A session of the caller's can't be taken: what keeps it safe is the delegate, which a session
  /// gets only when it is made. Its configuration can.
  ///
  /// - Parameters:
  ///   - settings: how many connections and bytes.
  ///   - pins: which servers' keys are insisted on; nil: whom the system trusts is trusted.
  ///   - configuration: what the session is made of; copied, and its cache, cookies, credentials
  ///     and limits of time are taken out.
  ///   - clock: what limits are measured by.
  ///   - executor: where the task that watches over limits runs; nil: in Swift's pool.
  /// - Throws: `CallError` with `.unsupported` for a configuration of background transfers, and
  ///   for pins where the platform has none (Linux).
  public init(
    _ settings: Settings = Settings(), pins: PinPolicy? = nil,
    configuration: URLSessionConfiguration = .ephemeral, clock: any MonotonicClock,
    executor: (any TaskExecutor)? = nil
  ) throws(CallError) {
    guard pins == nil || SessionPinning.isPossible else {
      throw CallError(
        .unsupported, at: .preparation,
        reason: "URLSession shows no server's keys on this platform: use libcurl's transport")
    }
    guard let copy = configuration.copy() as? URLSessionConfiguration, copy.identifier == nil else {
      throw CallError(
        .unsupported, at: .preparation, reason: "background sessions answer after the call is over")
    }
    copy.urlCache = nil
    copy.httpCookieStorage = nil
    copy.urlCredentialStorage = nil
    copy.httpShouldSetCookies = false
    copy.httpCookieAcceptPolicy = .never
    copy.httpMaximumConnectionsPerHost = settings.maximumConnectionsPerHost
    self.settings = settings
    self.configuration = copy
    self.clock = clock
    pinning = SessionPinning(policy: pins)
    watch = SessionWatch(clock: clock, executor: executor)
    shared = SessionLine(copy, pinning)
  }

  deinit {
    // A running call holds the transport, so none runs.
    watch.close()
    shared.startEnding()
  }

  /// Sends a request and hands the response to `receive` while its body arrives.
  ///
  /// Everything of the caller's runs in the caller's task, the request body's reader too (as a child
  /// of it); nothing runs on the session's queues. Returns only when the session's task is over.
  ///
  /// - Throws: `TransportFailure`, `CancellationError` or what `receive` has thrown.
  public func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    if let refusal = SessionRequest.refusal(request, body) { throw refusal }
    try Task.checkCancellation()
    guard gate.enter() else { throw SessionGate.shutDown }
    defer { gate.leave() }
    let contentType = body.mediaType?.description
    guard var sent = SessionRequest.make(request, contentType: contentType, limits: limits) else {
      throw TransportFailure(
        .unsupported, arrival: .impossible, reason: "Foundation can't read the address")
    }
    var reader: (any RequestBodyReader)?
    var length: Int?
    switch body.content {
    case .none: break
    case .bytes(let bytes): sent.httpBody = bytes.isEmpty ? nil : Data(bytes)
    case .stream(let announced, _, let open):
      reader = try SessionFeeder.open(open)
      length = announced
    }
    let call = SessionCall(
      request, limits: limits, upload: Self.streams && reader != nil ? SessionUpload() : nil,
      maximumBufferedBytes: settings.maximumBufferedBytes, clock: clock,
      isGathering: !Self.streams && reader != nil)
    return try await withTaskCancellationHandler {
      try await watched(call) {
        guard let reader else { return try await exchange(call, request, sent, receive) }
        guard let upload = call.upload else {
          let gathering = SessionGathering(
            reader: reader, length: length, bound: settings.maximumBufferedBytes)
          let bytes = try await gathering.run(for: call)
          sent.httpBody = bytes.isEmpty ? nil : Data(bytes)
          return try await exchange(call, request, sent, receive)
        }
        let feeder = SessionFeeder(reader: reader, length: length, call: call, upload: upload)
        // The child reads the request's body; leaving the scope cancels and awaits it.
        async let _: Void = feeder.run()
        return try await exchange(call, request, sent, receive)
      }
    } onCancel: {
      call.cancel()
    }
  }

  /// Whether a body can be read while it is sent; see ``SessionGathering``.
  private static var streams: Bool {
    #if canImport(FoundationNetworking)
      false
    #else
      true
    #endif
  }

  private func watched<Value>(
    _ call: SessionCall, _ body: () async throws -> Value
  ) async throws -> Value {
    defer { call.upload?.close() }
    try Task.checkCancellation()
    watch.add(call)
    defer { watch.remove(call) }
    // A shutdown that came before the call was watched has not reached it.
    if gate.isEndingAll { throw SessionGate.shutDown }
    return try await body()
  }

  private func exchange<Value: Sendable>(
    _ call: SessionCall, _ request: TransportRequest, _ sent: URLRequest,
    _ receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    let hasBody = call.upload != nil || sent.httpBody != nil
    let line = line(for: request, hasBody: hasBody)
    defer { if line !== shared { line.startEnding() } }
    let task = line.task(for: call) {
      call.upload == nil ? $0.dataTask(with: sent) : $0.uploadTask(withStreamedRequest: sent)
    }
    call.start(task, on: line, hasBody: hasBody)
    await call.wait(.head)
    let (head, end, isCancelled) = call.exchange.withLock { ($0.head, $0.end, $0.isCancelled) }
    guard let head, !isCancelled else {
      await call.wait(.end)
      if isCancelled { throw CancellationError() }
      if case .failed(let failure) = end { throw failure }
      throw CancellationError()
    }
    let body = SessionBody(call, head.framing)
    do {
      let value = try await receive(head.response, body)
      await leave(call)
      return value
    } catch {
      await leave(call)
      throw error
    }
  }

  /// The session that a request goes over.
  ///
  /// A session of its own is a connection of its own. On Linux libcurl sends again by itself when a
  /// kept connection turns out to be dead, and URLSession then has no body left to send.
  private func line(for request: TransportRequest, hasBody: Bool) -> SessionLine {
    #if canImport(FoundationNetworking)
      let isAlone = request.needsFreshConnection || !request.isRepeatable || hasBody
    #else
      let isAlone = request.needsFreshConnection
    #endif
    return isAlone ? SessionLine(configuration, pinning) : shared
  }

  /// Has the transfer end, unless it has, and waits for its end.
  private func leave(_ call: SessionCall) async {
    call.abandon()
    await call.wait(.end)
  }

  /// Takes no more requests, lets running ones end as `mode` says, and ends the session.
  ///
  /// Waits for every ``perform(_:body:limits:receive:)`` to return: do not call it inside one.
  public func shutdown(_ mode: ShutdownMode) async {
    gate.close(endingAll: mode == .cancelling)
    if mode == .cancelling {
      watch.interruptAll(
        because: TransportFailure(
          .shutDown, arrival: .possible, reason: "the transport has been shut down"))
    }
    await gate.waitUntilEmpty()
    watch.close()
    await shared.end()
  }
}
