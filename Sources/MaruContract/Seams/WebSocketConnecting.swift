public import MaruHTTP

/// What opens WebSocket connections (RFC 6455): the platform's own, or a fake in tests.
///
/// It decides nothing: it does not come back, sends no ping by itself and follows no redirect.
public protocol WebSocketConnecting: Sendable {
  /// Opens a connection and hands it out until `use` has ended; then closes it, with the code 1000
  /// unless the peer has closed it before.
  ///
  /// Returns, or throws, when the connection is closed or being closed, and nobody waits for it any
  /// more. Cancelling the task, and an error of `use`, end it at once.
  ///
  /// - Throws: ``WebSocketFailure``, what `use` has thrown, or `CancellationError` if the task was
  ///   cancelled.
  func connect(
    _ request: WebSocketRequest, use: (any WebSocketConnection) async throws -> Void
  ) async throws
}

/// A connection that is open.
public protocol WebSocketConnection: Sendable {
  /// The next message, whole; asked for by one task at a time.
  ///
  /// - Throws: ``WebSocketFailure`` once the peer has closed the connection, or it is lost;
  ///   `CancellationError` at once when the task is cancelled, after which the connection may be of no
  ///   more use.
  func receive() async throws -> WebSocketMessage

  /// Sends a message; returns when the platform has taken it.
  ///
  /// - Throws: ``WebSocketFailure`` or `CancellationError`, as ``receive()``.
  func send(_ message: WebSocketMessage) async throws

  /// Asks the peer for a sign of life (RFC 6455 §5.5.2).
  ///
  /// - Parameter pong: called when the answer comes, on any thread; never if none does.
  func ping(_ pong: @escaping @Sendable () -> Void)
}

/// What is asked of a server to open a WebSocket connection.
public struct WebSocketRequest: Sendable, Hashable {
  /// Where to; `https` stands for `wss`, and `http`, which is for this machine only, for `ws`.
  public var url: RequestURL
  /// Fields of the handshake; `Authorization` among them if there is a credential.
  public var headers: HeaderFields
  /// The subprotocols that the client speaks, the best first (RFC 6455 §1.9).
  public var subprotocols: [String]
  /// Bytes of a message at most: 1 MiB, as for events of other carriers. A longer one ends the
  /// connection.
  public var maximumMessageBytes: Int

  /// Names what is asked.
  public init(
    _ url: RequestURL, headers: HeaderFields = HeaderFields(), subprotocols: [String] = [],
    maximumMessageBytes: Int = 1 << 20
  ) {
    self.url = url
    self.headers = headers
    self.subprotocols = subprotocols
    self.maximumMessageBytes = maximumMessageBytes
  }
}

extension WebSocketRequest: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// That it is a handshake: some servers are handed tokens as subprotocols.
  public var description: String { "WebSocket handshake" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A whole message (RFC 6455 §5.6).
public enum WebSocketMessage: Sendable, Hashable {
  /// Text.
  case text(String)
  /// Bytes.
  case data([UInt8])
}

extension WebSocketMessage: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// How long it is: what it says is not for a log.
  public var description: String {
    switch self {
    case .text(let text): "text of \(text.utf8.count) bytes"
    case .data(let bytes): "data of \(bytes.count) bytes"
    }
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
