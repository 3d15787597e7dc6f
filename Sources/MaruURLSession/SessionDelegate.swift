internal import Foundation
internal import MaruContract
internal import MaruSystem

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Hears what a session has to tell, one thing after the other, and hands it to the calls.
// @unchecked: NSObject is not marked; all that is here is a lock and constants.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let calls = Locked<[Int: SessionCall]>([:])
  private let ended = Locked<(isOver: Bool, waiting: CheckedContinuation<Void, Never>?)>(
    (false, nil))
  private let pinning: SessionPinning
  /// Where challenges are answered: on Linux the answer waits for the queue that asks.
  private let telling: OperationQueue

  init(_ pinning: SessionPinning, telling: OperationQueue) {
    self.pinning = pinning
    self.telling = telling
  }

  /// Has the call hear of a task; before the task is resumed.
  func register(_ call: SessionCall, for task: URLSessionTask) {
    calls.withLock { $0[task.taskIdentifier] = call }
  }

  /// Waits until the session has told that it is over.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let isOver = ended.withLock { ended in
        if !ended.isOver { ended.waiting = continuation }
        return ended.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  private func call(_ task: URLSessionTask) -> SessionCall? {
    calls.withLock { $0[task.taskIdentifier] }
  }

  // MARK: The session

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    let waiting = ended.withLock { ended in
      ended.isOver = true
      defer { ended.waiting = nil }
      return ended.waiting
    }
    waiting?.resume()
  }

  // MARK: Tasks

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { call(dataTask)?.received(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    call(dataTask)?.received(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    call(task)?.sent(Int(totalBytesSent), of: Int(totalBytesExpectedToSend))
  }

  /// Redirects are the caller's to follow: the 3xx is the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      guard call(task)?.mayAnswerRedirect() != false else { return }
    #endif
    completionHandler(nil)
  }

  /// No credential is invented: the 401 is the answer. On Linux a challenge that nobody answers
  /// would hang the task for ever.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    switch pinning.answer(challenge) {
    case .noChallengeOfTrust:
      call(task)?.wasChallenged()
      telling.addOperation { completionHandler(.cancelAuthenticationChallenge, nil) }
    case .theSystemDecides:
      completionHandler(.performDefaultHandling, nil)
    case .refused(let failure):
      call(task)?.interrupt(because: failure)
      telling.addOperation { completionHandler(.cancelAuthenticationChallenge, nil) }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard let call = call(task) else { return completionHandler(nil) }
    SessionStreaming.give(call, to: completionHandler)
  }

  #if !canImport(FoundationNetworking)
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      call(task)?.measured(metrics)
    }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let call = calls.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    call.completed(
      error.map { SessionEnding($0) }, response: task.response as? HTTPURLResponse)
  }
}

extension SessionEnding {
  init(_ error: any Error) {
    let error = error as NSError
    self.init(
      code: error.code, text: error.localizedDescription,
      // CFNetwork's own key; it has stood in printed errors for ever.
      streamCode: error.userInfo["_kCFStreamErrorCodeKey"] as? Int)
  }
}
