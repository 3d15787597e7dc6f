import Foundation
import FoundationNetworking
import MaruSystem

/// URLSession by its delegate and nothing more: what a transport over it costs at least.
///
/// No limits, no cancelling, no bound on what waits.
// @unchecked: NSObject is not marked; the session is set once, and the calls are behind a lock.
final class BareDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Entry {
    var continuation: CheckedContinuation<Data, any Error>
    var data = Data()
  }
  private let entries = Locked<[Int: Entry]>([:])
  private var session: URLSession?

  init(connections: Int) {
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = connections
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }

  func send(_ request: URLRequest) async throws -> Data {
    guard let session else { throw URLError(.cancelled) }
    let task = session.dataTask(with: request)
    return try await withCheckedThrowingContinuation { continuation in
      entries.withLock { $0[task.taskIdentifier] = Entry(continuation: continuation) }
      task.resume()
    }
  }

  func end() {
    session?.invalidateAndCancel()
    session = nil
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    entries.withLock { $0[dataTask.taskIdentifier]?.data.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    if let error {
      entry.continuation.resume(throwing: error)
    } else {
      entry.continuation.resume(returning: entry.data)
    }
  }
}
