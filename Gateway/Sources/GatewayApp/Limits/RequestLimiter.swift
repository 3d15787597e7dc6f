internal import GatewayHTTP
internal import MaruHTTP
internal import MaruSystem

/// Refuses requests that come faster than the settings allow.
final class RequestLimiter: Sendable {
  private let addresses: Locked<TokenBuckets<ClientAddress?>>?
  private let users: Locked<TokenBuckets<String>>?
  private let isBehindProxy: Bool
  private let uptime: @Sendable () -> Duration

  init(_ settings: Settings, uptime: @escaping @Sendable () -> Duration) {
    func buckets<Key>(_ perMinute: Int) -> Locked<TokenBuckets<Key>>? {
      perMinute > 0 ? Locked(TokenBuckets(perMinute: perMinute)) : nil
    }
    addresses = buckets(settings.tokenRequestsPerMinute)
    users = buckets(settings.requestsPerMinute)
    isBehindProxy = settings.isBehindProxy
    self.uptime = uptime
  }

  /// Counts a request.
  ///
  /// - Throws: ``Problem``, 429, with the seconds to wait.
  func admit(
    _ request: Request, of caller: VerifiedToken?, _ limit: Declaration.Limit
  ) throws(Problem) {
    let admission: Admission
    switch limit {
    case .none: return
    case .perAddress:
      guard let addresses else { return }
      let address = address(of: request)
      admission = addresses.withLock { $0.take(address, at: uptime()) }
    case .perUser:
      guard let users, let caller else { return }
      admission = users.withLock { $0.take(caller.userID, at: uptime()) }
    }
    if case .refused(let seconds) = admission { throw .tooManyRequests(seconds: seconds) }
  }

  /// What the proxy says is believed only if there is one: else any client could say it. Clients
  /// without a legible address share one bucket.
  private func address(of request: Request) -> ClientAddress? {
    let forwarded = isBehindProxy ? request.fields["X-Real-IP"].flatMap(ClientAddress.init) : nil
    return forwarded ?? ClientAddress(request.peer)
  }
}

extension Problem {
  /// 429 (RFC 6585 §4).
  static func tooManyRequests(seconds: Int) -> Problem {
    Problem(
      status: 429, code: "too-many-requests", title: "Too many requests",
      detail: "wait for \(seconds) s"
    ).with(String(seconds), for: .retryAfter)
  }
}
