#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract
  internal import MaruHTTP

  extension CurlTransport {
    /// Sends a request to a host for which a rule of pins is in force.
    ///
    /// libcurl says whether a key is pinned only by refusing it. So where that is to be reported
    /// only, the request is tried with the pins and then without: a refusal comes before its first
    /// byte is sent. A body that can't be sent again goes without the trial.
    func send<Value: Sendable>(
      _ request: TransportRequest, _ body: RequestBody, _ limits: TransportLimits,
      _ policy: PinPolicy, _ rule: PinRule,
      _ receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      let host = request.url.origin.host
      guard rule.mode == .enforcing || body.isRestartable else {
        return try await send(request, body: body, limits: limits, pins: nil, receive: receive)
      }
      let started = maru_curl_now()
      // What `receive` throws is its own, whatever it looks like.
      var wasAnswered = false
      do {
        return try await send(request, body: body, limits: limits, pins: Self.text(rule)) {
          head, body in
          wasAnswered = true
          return try await receive(head, body)
        }
      } catch let failure as TransportFailure
        where failure.kind == .tlsPinMismatch && !wasAnswered
      {
        policy.noteMismatch(host: host, rule.mode)
        guard rule.mode == .reportOnly else { throw failure }
      }
      var left = limits
      left.attempt -= .nanoseconds(maru_curl_now() - started)
      return try await send(request, body: body, limits: left, pins: nil, receive: receive)
    }

    /// In the form of CURLOPT_PINNEDPUBLICKEY; sorted, so that the same rule gives the same text.
    private static func text(_ rule: PinRule) -> String {
      rule.pins.map { "sha256//\($0.base64)" }.sorted().joined(separator: ";")
    }
  }
#endif
