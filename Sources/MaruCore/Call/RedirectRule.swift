internal import MaruContract
internal import MaruHTTP

/// Where a call may be sent on to.
struct RedirectRule: Sendable {
  /// Whether this machine may be spoken to without TLS.
  var allowsLoopbackHTTP: Bool

  /// Reads a redirect that answers a request of `method` to `url`.
  func read(status: Int, location: String?, from url: RequestURL, method: RequestMethod)
    -> Redirect
  {
    guard let location else { return .refused(reason: "the redirect names no address") }
    let target: RequestURL
    do {
      target = try url.resolving(location)
    } catch {
      return .refused(reason: "the redirect's address can't be used: \(error)")
    }
    if target.origin.scheme == .http {
      // Never from TLS to the clear, not even to this machine.
      guard url.origin.scheme == .http, target.origin.isLoopback, allowsLoopbackHTTP else {
        return .refused(reason: "the redirect leads to plain http")
      }
    }
    let next = Redirection.next(status: status, method: method)
    return .to(
      target, leavesOrigin: target.origin != url.origin, method: next.method,
      keepsBody: next.keepsBody)
  }
}
