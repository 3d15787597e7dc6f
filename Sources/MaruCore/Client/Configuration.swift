public import MaruContract
public import MaruHTTP
public import struct Foundation.URL

extension MaruClient {
  /// What a client is made with; checked when it is made, not at the first call.
  public struct Configuration: Sendable {
    /// Where endpoints' paths start from; credentials go to its origin only.
    public let baseURL: RequestURL
    /// Whether plain http to this machine was asked for.
    public let plainHTTP: PlainHTTP
    /// How long calls may take and how much they may take in.
    public var limits = CallLimits()
    /// How often calls are sent again.
    public var retry = RetryPolicy()
    /// Whether each attempt carries a `traceparent` (W3C Trace Context). Off by default: it is for
    /// servers that trace. A trace set in ``CallTrace`` is always passed on.
    public var makesTraces = false
    /// The cookies of this client; nil, the default, neither keeps nor sends any.
    ///
    /// Each attempt and each hop of a redirect carries those that belong to its own address, and each
    /// answer may set some, whatever its status and whatever becomes of its body. Requests are on
    /// behalf of ``baseURL``'s site: to another site only cookies go, and only those are set, that say
    /// `SameSite=None; Secure`. An endpoint can't set a `Cookie` field of its own.
    ///
    /// Copies of a configuration share the store; give each client its own, unless sharing is meant.
    public var cookies: CookieStore?
    /// What the app calls itself; nil sends no `User-Agent`.
    public let userAgent: String?

    /// Whether a client may speak without TLS.
    public enum PlainHTTP: Sendable, Hashable {
      /// Never.
      case refused
      /// To `localhost`, 127.0.0.0/8 and ::1, for development.
      case allowedToLoopback
    }

    /// Checks what a client needs.
    ///
    /// - Parameters:
    ///   - baseURL: `https`, with a host, without user info, query and fragment.
    ///   - plainHTTP: whether `http` is allowed to this machine. There is no way to allow more, and
    ///     none to turn certificate checks off.
    ///   - userAgent: what the app calls itself.
    /// - Throws: `CallError` with the code `configuration` and the reason.
    public init(
      baseURL: URL, plainHTTP: PlainHTTP = .refused, userAgent: String? = "Maru/0.1"
    ) throws(CallError) {
      let url: RequestURL
      do {
        url = try RequestURL(baseURL)
      } catch {
        throw Self.refused("\(error)")
      }
      guard baseURL.query(percentEncoded: true) == nil else { throw Self.refused("it has a query") }
      guard baseURL.fragment(percentEncoded: true) == nil else {
        throw Self.refused("it has a fragment")
      }
      if url.origin.scheme == .http {
        guard url.origin.isLoopback else {
          throw Self.refused("plain http is only ever allowed to this machine")
        }
        guard plainHTTP == .allowedToLoopback else {
          throw Self.refused("plain http to this machine must be asked for: .allowedToLoopback")
        }
      }
      if let userAgent, !FieldSyntax.isFieldValue(userAgent) {
        throw CallError(
          .configuration, at: .preparation, reason: "the user agent holds a control character")
      }
      self.baseURL = url
      self.plainHTTP = plainHTTP
      self.userAgent = userAgent
    }

    private static func refused(_ reason: String) -> CallError {
      CallError(.configuration, at: .preparation, reason: "the base URL can't be used: \(reason)")
    }

    /// What can't work although each value can.
    func check() throws(CallError) {
      let isPositive =
        limits.deadline > .zero && limits.attempt > .zero && limits.connect > .zero
        && (limits.idle ?? .seconds(1)) > .zero
      guard isPositive, limits.maximumResponseBytes >= 0, limits.maximumHeadBytes > 0,
        limits.maximumRedirects >= 0
      else {
        throw CallError(
          .configuration, at: .preparation, reason: "a limit is zero or negative")
      }
      guard retry.maximumAttempts >= 1, retry.baseDelay >= .zero, retry.maximumDelay >= .zero,
        retry.budgetBurst >= 0
      else {
        throw CallError(
          .configuration, at: .preparation, reason: "a number of the retry policy is negative")
      }
    }
  }
}
