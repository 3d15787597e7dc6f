internal import Foundation
internal import MaruContract
internal import MaruSystem

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Hears what the session of one WebSocket connection has to tell.
// @unchecked: NSObject is not marked; all that is here is a lock and constants.
final class SessionSocketDelegate: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
  private let call = Locked<SessionSocketCall?>(nil)
  private let pinning: SessionPinning

  init(_ pinning: SessionPinning) {
    self.pinning = pinning
  }

  /// Has a call hear; before its task is resumed.
  func register(_ call: SessionSocketCall) { self.call.withLock { $0 = call } }

  private var heard: SessionSocketCall? { call.withLock { $0 } }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didOpenWithProtocol subprotocol: String?
  ) {
    heard?.opened()
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    heard?.closed(closeCode)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    heard?.completed(error)
  }

  /// A handshake is not sent elsewhere: the credential would go with it.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// No credential is invented: the 401 is the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    switch pinning.answer(challenge) {
    case .noChallengeOfTrust: completionHandler(.rejectProtectionSpace, nil)
    case .theSystemDecides: completionHandler(.performDefaultHandling, nil)
    case .refused(let failure):
      heard?.end(WebSocketFailure.failed(failure))
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  }
}
