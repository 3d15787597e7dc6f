#if os(Linux)
  internal import CMaruCurl
  public import MaruContract
  internal import MaruHTTP
  internal import MaruSystem

  /// Carries requests over the system's libcurl, on Linux.
  ///
  /// It loads `libcurl.so.4` when it is made (7.80 or newer), so that building needs no header of it.
  /// One thread of its own serves all requests; ``shutdown(_:)`` or the last reference's end ends it.
  ///
  /// It speaks `https` (TLS 1.2 or newer, the certificate always checked), HTTP/2 if the server
  /// agrees, one request at a time on a connection, and `http` only to this machine. Proxies and `.netrc` are ignored, redirects and
  /// cookies are left to the caller, and bodies arrive decompressed.
  ///
  /// A compressed body whose compression ends early, although the message is whole, can't be told
  /// from a whole one: libcurl does not say.
  ///
  /// No request is sent twice. On a kept connection that ends before an answer libcurl would send
  /// again by itself, a `POST` too; that is stopped just before the second sending, and the request
  /// fails with `connectionLost`.
  public final class CurlTransport: Transport {
    /// Whose word on a server's certificate is taken.
    public enum Trust: Hashable, Sendable {
      /// The system's authorities.
      case system
      /// Those in a PEM file, and no others.
      case certificates(pemFilePath: String)
    }

    /// How many connections there are, and whom they trust.
    public struct Settings: Hashable, Sendable {
      /// Whose word on a server's certificate is taken.
      public var trust: Trust
      /// How many connections there are at most; further requests wait for one.
      public var maximumConnections: Int
      /// How many connections to one host there are at most.
      public var maximumConnectionsPerHost: Int

      /// Makes settings.
      ///
      /// 64 connections to a host let an app's server be called from a server, too; browsers use 6.
      public init(
        trust: Trust, maximumConnections: Int = 256, maximumConnectionsPerHost: Int = 64
      ) {
        self.trust = trust
        self.maximumConnections = max(1, maximumConnections)
        self.maximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
      }

      /// How many idle connections are kept.
      var maximumKeptConnections: Int { maximumConnections }
    }

    private let loop: CurlLoop
    private let pins: PinPolicy?

    /// Loads libcurl and starts the thread.
    ///
    /// - Parameters:
    ///   - settings: how many connections there are, and whom they trust.
    ///   - pins: which servers' keys are insisted on beside; libcurl compares that of the server's
    ///     own certificate, not those of its issuers.
    /// - Throws: `CallError` with `.unsupported` if libcurl is missing or too old.
    public init(_ settings: Settings, pins: PinPolicy? = nil) throws(CallError) {
      if let problem = maru_curl_load() {
        throw CallError(
          .unsupported, at: .preparation,
          reason: String(cString: problem)
            + ": install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, Alpine)")
      }
      guard let loop = CurlLoop(settings) else {
        throw CallError(
          .unsupported, at: .preparation,
          reason: "the system has no thread or no descriptor left for libcurl")
      }
      self.loop = loop
      self.pins = pins
    }

    deinit {
      // A running call holds the transport, so none runs.
      loop.closeAtOnce()
    }

    /// Sends a request and hands the response to `receive` while its body arrives.
    ///
    /// Everything of the caller's runs in the caller's task, the request body's reader too (as a
    /// child of it); nothing runs on the transport's thread. Returns only when the transfer's handle
    /// is out of use.
    ///
    /// - Throws: `TransportFailure`, `CancellationError` or what `receive` has thrown.
    public func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      guard request.url.origin.scheme == .https || request.url.origin.isLoopback else {
        throw TransportFailure(
          .blockedByPolicy, arrival: .impossible, reason: "http is only for this machine")
      }
      guard let pins, let rule = pins.rule(for: request.url.origin.host) else {
        return try await send(request, body: body, limits: limits, pins: nil, receive: receive)
      }
      return try await send(request, body, limits, pins, rule, receive)
    }

    func send<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits, pins: String?,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      let call = CurlCall(
        request, body: body, limits: limits, started: maru_curl_now(), pins: pins)
      return try await withTaskCancellationHandler {
        if case .stream(0, _, let open) = body.content { try await CurlFeeder.checkEmpty(open) }
        guard case .stream(let upload) = call.content, case .stream(_, _, let open) = body.content
        else { return try await exchange(call, receive) }
        // The child reads the request's body; leaving the scope cancels and awaits it.
        async let _: Void = CurlFeeder(call: call, upload: upload, loop: loop, open: open).run()
        return try await exchange(call, receive)
      } onCancel: {
        loop.cancel(call)
      }
    }

    private func exchange<Value: Sendable>(
      _ call: CurlCall, _ receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      try Task.checkCancellation()
      guard loop.post(.start(call)) else {
        throw TransportFailure(
          .shutDown, arrival: .impossible, reason: "the transport has been shut down")
      }
      defer { loop.callReturned() }
      await wait(call, .head)
      let (head, end, isCancelled) = call.exchange.withLock { ($0.head, $0.end, $0.isCancelled) }
      guard let head, !isCancelled else {
        await leave(call)
        if case .failed(let failure) = end, !isCancelled { throw failure }
        throw CancellationError()
      }
      let body = CurlBody(call, loop, length: head.length)
      do {
        let value = try await receive(head.response, body)
        await leave(call)
        return value
      } catch {
        await leave(call)
        throw error
      }
    }

    /// Has the transfer end, unless it has, and waits until its handle is free.
    private func leave(_ call: CurlCall) async {
      if call.exchange.withLock({ $0.end != nil }) { return }
      loop.interrupt(call)
      await wait(call, .end)
    }

    private func wait(_ call: CurlCall, _ what: CurlExchange.Wait) async {
      await withCheckedContinuation { continuation in
        let isParked = call.exchange.withLock { $0.park(what, continuation) }
        if !isParked { continuation.resume() }
      }
    }

    /// Takes no more requests, lets running ones end as `mode` says, and ends the thread.
    ///
    /// Waits for every ``perform(_:body:limits:receive:)`` to return: do not call it inside one.
    public func shutdown(_ mode: ShutdownMode) async {
      await loop.close(endingAll: mode == .cancelling)
    }
  }
#endif
