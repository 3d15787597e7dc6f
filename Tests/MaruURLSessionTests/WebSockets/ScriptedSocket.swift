import Foundation
import MaruSystem
import MaruURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stands in for URLSession's task: a test calls back when it wants, as often as it wants.
final class ScriptedSocket: SessionSocket {
  typealias Message = URLSessionWebSocketTask.Message
  struct State {
    var closeCode = URLSessionWebSocketTask.CloseCode.invalid
    var status: Int?
    var retryAfter: String?
    var resumes = 0
    var sent: [String] = []
    var receiving: [@Sendable (Result<Message, any Error>) -> Void] = []
    var sending: [@Sendable ((any Error)?) -> Void] = []
    var pinging: [@Sendable ((any Error)?) -> Void] = []
    var cancels: [URLSessionWebSocketTask.CloseCode] = []
  }
  let state = Locked(State())

  var closeCode: URLSessionWebSocketTask.CloseCode { state.withLock { $0.closeCode } }

  var response: URLResponse? {
    let (status, wait) = state.withLock { ($0.status, $0.retryAfter) }
    return status.flatMap {
      HTTPURLResponse(
        // A constant that is an address.
        url: URL(string: "https://api.example.com")!, statusCode: $0, httpVersion: "HTTP/1.1",
        headerFields: wait.map { ["Retry-After": $0] } ?? [:])
    }
  }

  func resume() { state.withLock { $0.resumes += 1 } }

  func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
    state.withLock { $0.receiving.append(completionHandler) }
  }

  func send(_ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    state.withLock { state in
      if case .string(let text) = message { state.sent.append(text) }
      state.sending.append(completionHandler)
    }
  }

  func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    state.withLock { $0.pinging.append(pongReceiveHandler) }
  }

  func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    state.withLock { $0.cancels.append(closeCode) }
  }

  /// Waits until something is so, letting others run.
  func until(_ condition: (State) -> Bool) async {
    while !state.withLock({ condition($0) }) { await Task.yield() }
  }
}
