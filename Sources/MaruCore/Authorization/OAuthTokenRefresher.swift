public import Foundation
public import MaruContract
internal import MaruHTTP

/// Refreshes by OAuth 2 at a token endpoint (RFC 6749 §6), as an app does: with a client id and
/// without a client secret, which nobody can keep in an app.
///
/// It sends each refresh once, over a transport of its own choosing and never through a client with
/// credentials. It follows no redirect: the refresh token goes to the token endpoint and nowhere
/// else.
public struct OAuthTokenRefresher: TokenRefresher {
  private let endpoint: RequestURL
  private let clientID: String
  private let scope: String?
  private let transport: any Transport
  private let wallClock: any WallClock
  /// For one refresh; the session's own limit is above it. 15 seconds.
  public var limit: Duration = .seconds(15)
  /// What goes with it, as an app's version; never a credential.
  public var headers: [EndpointHeader] = []

  /// Checks what is needed.
  ///
  /// - Parameters:
  ///   - endpoint: the token endpoint; `https`, or plain http to this machine if `plainHTTP` says
  ///     so.
  ///   - clientID: what the server calls this app.
  ///   - scope: what to ask for, at most what was granted; nil: the same again.
  ///   - plainHTTP: whether the endpoint may be one of this machine without TLS, for development.
  ///   - transport: what carries the request; the caller ends it.
  ///   - surroundings: what `Retry-After` dates are compared with.
  /// - Throws: `CallError` with the code `configuration` if the endpoint can't be used.
  public init(
    endpoint: URL, clientID: String, scope: String? = nil,
    plainHTTP: MaruClient.Configuration.PlainHTTP = .refused, transport: any Transport,
    surroundings: Surroundings
  ) throws(CallError) {
    do {
      self.endpoint = try RequestURL(endpoint)
    } catch {
      throw Self.refused("\(error)")
    }
    // RFC 6749 §3.2: with TLS, and without a fragment.
    guard endpoint.fragment(percentEncoded: true) == nil else {
      throw Self.refused("it has a fragment")
    }
    let origin = self.endpoint.origin
    guard origin.scheme == .https || origin.isLoopback && plainHTTP == .allowedToLoopback else {
      throw Self.refused("plain http is only ever allowed to this machine, and must be asked for")
    }
    self.clientID = clientID
    self.scope = scope
    self.transport = transport
    wallClock = surroundings.wallClock
  }

  private static func refused(_ reason: String) -> CallError {
    CallError(
      .configuration, at: .preparation, reason: "the token endpoint can't be used: \(reason)")
  }

  /// Sends the refresh token; see `TokenRefresher`.
  public func refresh(_ token: Sensitive<String>) async throws -> TokenGrant {
    var form: EndpointQuery = [
      "grant_type": "refresh_token", "refresh_token": token.value, "client_id": clientID,
    ]
    form.append(scope, for: "scope")
    var request = TransportRequest(
      method: .post, url: endpoint, isRepeatable: false, needsFreshConnection: false)
    request.headers.append(unchecked: "application/json", for: .accept)
    for header in headers {
      request.headers.append(unchecked: header.value.value, for: header.name)
    }
    let body = RequestBody.bytes(Array(form.encoded.dropFirst().utf8), as: .form)
    return try await transport.perform(
      request, body: body,
      limits: TransportLimits(attempt: limit, connect: min(limit, .seconds(10)))
    ) { head, body in
      let bytes = try await body.collect(upTo: 65_536)
      return try OAuthAnswer(head: head, body: bytes, now: wallClock.now()).grant()
    }
  }
}

extension OAuthTokenRefresher: CustomStringConvertible, CustomReflectable {
  /// That it is one; never its address or the app's id.
  public var description: String { "OAuth token refresher" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
