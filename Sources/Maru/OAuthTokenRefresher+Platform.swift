public import Foundation
public import MaruContract
public import MaruCore

extension OAuthTokenRefresher {
  /// Refreshes over a transport of the platform's of its own, in the system's time.
  ///
  /// It never shares the client's: a refresh waits for no call, and pins or limits of one are not the
  /// other's. Its connections end with the last copy of the refresher, which is usually the session's.
  ///
  /// - Parameters:
  ///   - endpoint: the token endpoint; `https`, or plain http to this machine if `plainHTTP` says so.
  ///   - clientID: what the server calls this app.
  ///   - scope: what to ask for, at most what was granted; nil: the same again.
  ///   - plainHTTP: whether the endpoint may be one of this machine without TLS, for development.
  ///   - transport: which of the platform's, and whose keys it insists on.
  /// - Throws: `CallError` with the code `configuration` if the endpoint can't be used, or the
  ///   transport can't be made.
  public init(
    endpoint: URL, clientID: String, scope: String? = nil,
    plainHTTP: MaruClient.Configuration.PlainHTTP = .refused,
    transport: PlatformTransport = .standard
  ) throws(CallError) {
    try self.init(
      endpoint: endpoint, clientID: clientID, scope: scope, plainHTTP: plainHTTP,
      transport: transport.make(), surroundings: .system)
  }
}
