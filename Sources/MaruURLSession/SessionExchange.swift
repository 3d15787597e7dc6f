internal import MaruContract

/// What has come of a response and not been read yet, and who waits for what.
///
/// A value behind a lock: the delegate's queue puts in, the caller's task takes out.
struct SessionExchange {
  /// A response's head and what is known of its body.
  struct Head {
    var response: TransportResponse
    var framing: SessionHead.Framing
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
    /// The end of reading the request's body, or of the call before it.
    case gathering
    case head
    case body
    case end
  }

  /// What reading has come to.
  enum Reading {
    case bytes
    case finished
    case failed(TransportFailure)
    case cancelled
    /// Nothing has come yet.
    case nothing
  }

  /// How far the platform's task has got.
  enum Phase {
    /// The request's body is read; there is no task yet.
    case gathering
    /// It is made and about to be resumed; cancelling it now would be too early.
    case starting
    /// It was resumed.
    case started
    /// It was told to end, or ends by itself.
    case ending
    /// It has told its end.
    case over
  }

  /// How far the platform's task has got.
  var phase: Phase
  /// Whether the caller's task was cancelled.
  var isCancelled = false
  /// Whether the caller has left.
  var isAbandoned = false
  /// Why the transfer is to be ended, if our side found a reason.
  var interruption: TransportFailure?
  /// Whether a server asked who we are; its answer is the response then.
  var wasChallenged = false
  /// How many bytes the heads of interim responses had.
  var interimBytes = 0
  /// The head, once it is whole.
  var head: Head?
  /// The body's bytes that nobody has taken.
  var bytes: [UInt8] = []
  /// How many bytes of the body have come.
  var bytesCame = 0
  /// How many bytes were taken.
  var bytesTaken = 0
  /// Set once the platform's task has told its end.
  var end: End?
  /// What was measured.
  var metrics = AttemptMetrics()
  /// What the limits of time are judged by.
  var progress: SessionDeadline.Progress

  private var waiting: (Wait, CheckedContinuation<Void, Never>)?

  /// An exchange of which nothing has happened but its start.
  init(started: MonotonicInstant, phase: Phase) {
    self.phase = phase
    progress = SessionDeadline.Progress(started: started.nanoseconds)
  }

  /// Whether the transfer is to end although it could go on.
  var isUnwanted: Bool { isCancelled || isAbandoned || interruption != nil }

  /// Whether the platform's task is to be told to end, now and only now.
  mutating func mayEnd() -> Bool {
    guard phase == .started, isUnwanted else { return false }
    phase = .ending
    return true
  }

  /// Whether a redirect is to be answered; the platform's task then ends by itself, and is told so no
  /// more.
  ///
  /// Linux's URLSession hears the answer a moment later, and ends the process if a cancel has come
  /// first.
  mutating func mayAnswerRedirect() -> Bool {
    guard phase == .starting || phase == .started else { return false }
    phase = .ending
    return true
  }

  /// Ends a call that has no task of the platform's yet, if it is to end.
  mutating func endIfGathering() {
    guard phase == .gathering, end == nil, isUnwanted else { return }
    end = isCancelled ? .abandoned : interruption.map { .failed($0.beforeSending) } ?? .abandoned
  }

  /// Takes what has come out.
  mutating func read(into buffer: inout [UInt8]) -> Reading {
    if isCancelled { return .cancelled }
    if !bytes.isEmpty {
      bytesTaken += bytes.count
      progress.isHeldBack = false
      if buffer.isEmpty {
        swap(&buffer, &bytes)
      } else {
        buffer += bytes
        bytes.removeAll(keepingCapacity: true)
      }
      return .bytes
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
    case .gathering: end != nil || phase != .gathering
    case .head: end != nil || head != nil
    case .body: end != nil || !bytes.isEmpty || isCancelled
    case .end: end != nil
    }
  }

  /// Lets a task wait; false if what it waits for has come already.
  mutating func park(_ wait: Wait, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
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

extension TransportFailure {
  /// The same, of a request of which nothing was sent.
  fileprivate var beforeSending: TransportFailure {
    TransportFailure(kind, arrival: .impossible, reason: reason)
  }
}
