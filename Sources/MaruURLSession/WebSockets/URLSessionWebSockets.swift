public import MaruContract
internal import MaruHTTP

#if canImport(FoundationNetworking)
  internal import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// WebSocket connections over URLSession, on Apple's systems.
///
/// Each connection has a session of its own, without cache, cookies and stored credentials; a redirect
/// of the handshake is its answer, and is not followed. Elsewhere Foundation rests on a libcurl that
/// most distributions build without WebSocket, and every connection fails with the kind `unsupported`
/// before anything is sent.
///
/// Compiled on Linux and tested there with a fake in the place of URLSession's task; not run on Apple's
/// systems by us.
public struct URLSessionWebSockets: WebSocketConnecting {
  private let pinning: SessionPinning

  /// Makes what opens connections.
  ///
  /// - Parameter pins: which servers' keys are insisted on; nil: whom the system trusts is trusted.
  public init(pins: PinPolicy? = nil) {
    pinning = SessionPinning(policy: pins)
  }

  /// Whether this platform has WebSocket.
  private static var isPossible: Bool {
    #if canImport(FoundationNetworking)
      false
    #else
      true
    #endif
  }

  /// Opens a connection; see `WebSocketConnecting`.
  public func connect(
    _ request: WebSocketRequest, use: (any WebSocketConnection) async throws -> Void
  ) async throws {
    try Task.checkCancellation()
    guard Self.isPossible else {
      throw WebSocketFailure.failed(
        TransportFailure(
          .unsupported, arrival: .impossible,
          reason: "this platform's Foundation has no WebSocket: use another carrier"))
    }
    let sent = try Self.handshake(for: request)
    let delegate = SessionSocketDelegate(pinning)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.httpShouldSetCookies = false
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    // The session holds its delegate until it is invalidated.
    defer { session.finishTasksAndInvalidate() }
    let task = session.webSocketTask(with: sent)
    task.maximumMessageSize = request.maximumMessageBytes
    let call = SessionSocketCall(task)
    delegate.register(call)
    defer { call.close() }
    try await call.open()
    try await use(call)
  }

  /// The handshake in URLSession's form.
  ///
  /// - Throws: `WebSocketFailure` for `http` to another machine, and an address that can't be read.
  package static func handshake(for request: WebSocketRequest) throws -> URLRequest {
    let isSecure = request.url.origin.scheme == .https
    guard isSecure || request.url.origin.isLoopback else {
      throw WebSocketFailure.failed(
        TransportFailure(
          .blockedByPolicy, arrival: .impossible, reason: "http is only for this machine"))
    }
    let scheme = request.url.origin.scheme.rawValue
    let address = (isSecure ? "wss" : "ws") + request.url.string.dropFirst(scheme.count)
    guard let url = URL(string: address) else {
      throw WebSocketFailure.failed(
        TransportFailure(
          .unsupported, arrival: .impossible, reason: "Foundation can't read the address"))
    }
    var result = URLRequest(url: url)
    result.httpShouldHandleCookies = false
    for field in request.headers {
      result.addValue(field.value, forHTTPHeaderField: field.name.rawValue)
    }
    if !request.subprotocols.isEmpty {
      result.setValue(
        request.subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
    }
    return result
  }
}
