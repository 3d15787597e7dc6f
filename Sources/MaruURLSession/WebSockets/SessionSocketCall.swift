package import MaruContract
internal import MaruSystem

#if canImport(FoundationNetworking)
  internal import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// One WebSocket connection over a task of URLSession's: each wait is resumed once, whatever the task
/// calls, and whenever.
///
/// Waiting is in the form of callbacks: `receive()` of the task's own has been seen not to return when
/// it is cancelled. What calls into the task is the caller's own, never a handler of cancelling.
package final class SessionSocketCall: WebSocketConnection {
  private enum Standing {
    case connecting
    case open
    case over(any Error)
  }
  private struct State {
    var standing = Standing.connecting
    var opening: CheckedContinuation<Void, any Error>?
    var receiving: CheckedContinuation<WebSocketMessage, any Error>?
    var sending: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastSending = 0
  }
  private let state = Locked(State())
  private let socket: any SessionSocket

  package init(_ socket: any SessionSocket) {
    self.socket = socket
  }

  // MARK: What the session tells

  /// The handshake has been answered with 101.
  package func opened() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard case .connecting = state.standing else { return nil }
      state.standing = .open
      defer { state.opening = nil }
      return state.opening
    }
    waiting?.resume()
  }

  /// The peer has closed.
  package func closed(_ code: URLSessionWebSocketTask.CloseCode) {
    end(WebSocketFailure.closed(WebSocketCloseCode(rawValue: UInt16(clamping: code.rawValue))))
  }

  /// The task is over.
  package func completed(_ error: (any Error)?) { end(failure(error)) }

  /// What the end of the task means: a closing frame and an answer say more than the error.
  private func failure(_ error: (any Error)?) -> WebSocketFailure {
    if socket.closeCode != .invalid {
      return .closed(WebSocketCloseCode(rawValue: UInt16(clamping: socket.closeCode.rawValue)))
    }
    if let answer = socket.response as? HTTPURLResponse, answer.statusCode != 101 {
      let wait = answer.value(forHTTPHeaderField: "Retry-After").flatMap { Int64($0) }
      return .refused(
        status: answer.statusCode, retryAfter: wait.map { .seconds(min(max($0, 0), 1 << 31)) })
    }
    return .failed((error.map { SessionEnding($0) } ?? SessionEnding(code: -1005)).failure)
  }

  /// Ends every wait, once; what ended it first stays.
  package func end(_ error: any Error) {
    let (opening, receiving, sending) = state.withLock { state in
      if case .over = state.standing {} else { state.standing = .over(error) }
      defer { (state.opening, state.receiving, state.sending) = (nil, nil, [:]) }
      return (
        state.opening, state.receiving, state.sending.sorted { $0.key < $1.key }.map(\.value)
      )
    }
    opening?.resume(throwing: error)
    receiving?.resume(throwing: error)
    for one in sending { one.resume(throwing: error) }
  }

  // MARK: The caller's side

  /// Starts the handshake, and waits until it is answered.
  ///
  /// - Throws: `WebSocketFailure`; `CancellationError`, which ends the connection, as in all of these.
  package func open() async throws {
    try await waiting {
      try await withCheckedThrowingContinuation { continuation in
        if let error = put({ $0.opening = continuation }) {
          continuation.resume(throwing: error)
        } else {
          socket.resume()
        }
      }
    }
  }

  /// The next message.
  package func receive() async throws -> WebSocketMessage {
    try await waiting {
      try await withCheckedThrowingContinuation { continuation in
        if let error = put({ $0.receiving = continuation }) {
          return continuation.resume(throwing: error)
        }
        socket.receive { [weak self] in self?.received($0) }
      }
    }
  }

  private func received(_ result: Result<URLSessionWebSocketTask.Message, any Error>) {
    switch result {
    case .failure(let error): end(failure(error))
    case .success(.string(let text)): hand(out: .text(text))
    case .success(.data(let data)): hand(out: .data(Array(data)))
    @unknown default:
      end(WebSocketFailure.failed(SessionEnding(code: -1017).failure))
    }
  }

  private func hand(out message: WebSocketMessage) {
    let receiving = state.withLock { state in
      defer { state.receiving = nil }
      return state.receiving
    }
    receiving?.resume(returning: message)
  }

  /// Sends a message.
  package func send(_ message: WebSocketMessage) async throws {
    let native: URLSessionWebSocketTask.Message =
      switch message {
      case .text(let text): .string(text)
      case .data(let bytes): .data(Data(bytes))
      }
    try await waiting {
      try await withCheckedThrowingContinuation { continuation in
        let number = state.withLock { state in
          state.lastSending += 1
          return state.lastSending
        }
        if let error = put({ $0.sending[number] = continuation }) {
          return continuation.resume(throwing: error)
        }
        socket.send(native) { [weak self] in self?.sent(number, $0) }
      }
    }
  }

  private func sent(_ number: Int, _ error: (any Error)?) {
    if let error { return end(failure(error)) }
    state.withLock { $0.sending.removeValue(forKey: number) }?.resume()
  }

  private func waiting<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await body()
    } onCancel: {
      end(CancellationError())
    }
  }

  /// Puts a wait in, or says why there is nothing to wait for.
  private func put(_ wait: (inout State) -> Void) -> (any Error)? {
    state.withLock { state in
      if case .over(let error) = state.standing { return error }
      wait(&state)
      return nil
    }
  }

  /// Closes, unless the peer has: in the caller's own task.
  package func close() {
    end(CancellationError())
    socket.cancel(with: .normalClosure, reason: nil)
  }

  /// Asks the peer for a sign of life.
  package func ping(_ pong: @escaping @Sendable () -> Void) {
    // Some systems call it twice, and once more with an error when the task ends.
    let isAnswered = Locked(false)
    socket.sendPing { error in
      let isFirst = isAnswered.withLock { isAnswered in
        defer { isAnswered = true }
        return !isAnswered
      }
      if error == nil, isFirst { pong() }
    }
  }
}
