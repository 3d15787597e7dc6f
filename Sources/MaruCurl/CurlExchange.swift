#if os(Linux)
  internal import MaruContract

  /// What has come of a response and not been read yet, and who waits for what.
  ///
  /// A value behind a lock: the loop's thread puts in, the caller's task takes out.
  struct CurlExchange {
    /// A response's head and what is known of its body.
    struct Head {
      var response: TransportResponse
      /// How many bytes the body has, if the head says so and they come as they are.
      var length: Int?
    }

    /// How the transfer ended.
    enum End {
      /// The response is whole.
      case finished
      /// It is not.
      case failed(TransportFailure)
      /// The caller left or was cancelled, so nobody asks.
      case abandoned
    }

    /// What a task waits for.
    enum Wait {
      case head
      case body
      case end
    }

    /// What reading has come to.
    enum Reading {
      /// Bytes were handed over; whether the loop waits to hear of it.
      case bytes(tellLoop: Bool)
      case finished
      case failed(TransportFailure)
      case cancelled
      /// Nothing has come yet.
      case nothing
    }

    /// Whether the caller's task was cancelled.
    var isCancelled = false
    /// Why the transfer is to be ended, if the caller's side found a reason.
    var interruption: TransportFailure?
    /// The head, once it is whole.
    var head: Head?
    /// The body's bytes that nobody has taken.
    var bytes: [UInt8] = []
    /// How many bytes were taken.
    var bytesTaken = 0
    /// Set once the transfer's handle is no more in use.
    var end: End?
    /// What was measured.
    var metrics = AttemptMetrics()
    /// Whether the loop holds bytes back until these are taken.
    var loopAwaitsRoom = false

    private var waiting: (Wait, CheckedContinuation<Void, Never>)?

    /// Takes what has come out.
    mutating func read(into buffer: inout [UInt8]) -> Reading {
      if isCancelled { return .cancelled }
      if !bytes.isEmpty {
        bytesTaken += bytes.count
        if buffer.isEmpty {
          swap(&buffer, &bytes)
        } else {
          buffer += bytes
          bytes.removeAll(keepingCapacity: true)
        }
        defer { loopAwaitsRoom = false }
        return .bytes(tellLoop: loopAwaitsRoom)
      }
      switch end {
      case .finished: return .finished
      case .failed(let failure): return .failed(failure)
      case .abandoned: return .cancelled
      case nil: return .nothing
      }
    }

    /// Whether there is something for one who waits for `wait`.
    private func hasCome(_ wait: Wait) -> Bool {
      switch wait {
      case .head: end != nil || head != nil
      case .body: end != nil || !bytes.isEmpty
      case .end: end != nil
      }
    }

    /// Lets a task wait; false if what it waits for has come already.
    mutating func park(
      _ wait: Wait, _ continuation: CheckedContinuation<Void, Never>
    ) -> Bool {
      precondition(waiting == nil, "a body has one reader at a time")
      if hasCome(wait) { return false }
      waiting = (wait, continuation)
      return true
    }

    /// The task that has something to look at, to be resumed outside the lock.
    mutating func takeReady() -> CheckedContinuation<Void, Never>? {
      guard let (wait, continuation) = waiting, hasCome(wait) else { return nil }
      waiting = nil
      return continuation
    }

    /// The task that waits for the body and was cancelled meanwhile.
    mutating func takeBodyReader() -> CheckedContinuation<Void, Never>? {
      guard let (wait, continuation) = waiting, wait == .body else { return nil }
      waiting = nil
      return continuation
    }
  }
#endif
