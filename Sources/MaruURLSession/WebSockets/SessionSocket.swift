package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// What is used of URLSession's WebSocket task: a test puts a fake in its place.
package protocol SessionSocket: AnyObject, Sendable {
  /// The code of the peer's closing frame; `invalid` if none has come.
  var closeCode: URLSessionWebSocketTask.CloseCode { get }
  /// The answer to the handshake.
  var response: URLResponse? { get }

  func resume()
  func receive(
    completionHandler:
      @escaping @Sendable (Result<URLSessionWebSocketTask.Message, any Error>) ->
      Void)
  func send(
    _ message: URLSessionWebSocketTask.Message,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)
  func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void)
  func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension URLSessionWebSocketTask: SessionSocket {}
