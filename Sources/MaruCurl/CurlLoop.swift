#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract
  internal import MaruSystem

  /// The mailbox of the one thread that touches libcurl.
  ///
  /// The thread sleeps until a letter comes, a socket is ready or a limit is reached. It ends when
  /// the loop was closed and no call is left.
  final class CurlLoop: Sendable {
    /// What the thread is asked for.
    enum Letter {
      case start(CurlCall)
      /// The caller has left, was cancelled or found a reason to end it.
      case interrupt(CurlCall)
      /// There is room for more of the response.
      case giveMore(CurlCall)
      /// There are more bytes of the request.
      case resumeUpload(CurlCall)
      case endAll
      case stop
    }

    private struct Mailbox {
      var letters: [Letter] = []
      var isAsleep = false
      /// No more calls are taken.
      var isClosed = false
      /// The thread was told to end.
      var isStopped = false
      /// The thread has done its last.
      var hasEnded = false
      /// How many calls have started and not returned.
      var calls = 0
      var closers: [CheckedContinuation<Void, Never>] = []

      /// Takes a letter in; whether the thread sleeps and has to be woken.
      mutating func put(_ letter: Letter) -> Bool {
        letters.append(letter)
        defer { isAsleep = false }
        return isAsleep
      }

      /// Tells the thread to end; whether it has to be woken.
      mutating func stop() -> Bool {
        if isStopped { return false }
        isStopped = true
        return put(.stop)
      }
    }

    private let mailbox = Locked(Mailbox())
    // nonisolated(unsafe): the pointer never changes; waking is allowed from any thread, and all else
    // is done by the loop's thread until it has ended.
    private nonisolated(unsafe) let multi: OpaquePointer
    private let thread = Locked<CurlThread?>(nil)

    /// Starts the thread; nil if the system has none to give.
    init?(_ settings: CurlTransport.Settings) {
      guard
        let multi = maru_curl_multi_new(
          settings.maximumConnections, settings.maximumConnectionsPerHost,
          settings.maximumKeptConnections)
      else { return nil }
      self.multi = multi
      let started = CurlThread { [self] in
        CurlEngine(self, self.multi, settings).run()
      }
      guard let started else {
        maru_curl_multi_free(multi)
        return nil
      }
      thread.withLock { $0 = started }
    }

    /// Puts a letter into the box; false if the loop takes no more.
    @discardableResult
    func post(_ letter: Letter) -> Bool {
      let (isTaken, wakes) = mailbox.withLock { mailbox in
        if mailbox.isStopped { return (false, false) }
        if case .start = letter {
          if mailbox.isClosed { return (false, false) }
          mailbox.calls += 1
        }
        return (true, mailbox.put(letter))
      }
      if wakes { maru_curl_multi_wake(multi) }
      return isTaken
    }

    /// Ends a call for a reason of the caller's side.
    func interrupt(_ call: CurlCall, because failure: TransportFailure? = nil) {
      call.exchange.withLock { exchange in
        if exchange.interruption == nil { exchange.interruption = failure }
      }
      post(.interrupt(call))
    }

    /// Ends a call because its task was cancelled.
    func cancel(_ call: CurlCall) {
      call.exchange.withLock { $0.isCancelled = true }
      post(.interrupt(call))
    }

    /// Says that a call which was started has returned.
    func callReturned() {
      let wakes = mailbox.withLock { mailbox in
        mailbox.calls -= 1
        return mailbox.isClosed && mailbox.calls == 0 && mailbox.stop()
      }
      if wakes { maru_curl_multi_wake(multi) }
    }

    /// Takes no more calls, lets those that run end, and returns when the thread has ended.
    func close(endingAll: Bool) async {
      await withCheckedContinuation { continuation in
        let (isOver, wakes) = mailbox.withLock { mailbox in
          mailbox.isClosed = true
          if mailbox.hasEnded { return (true, false) }
          mailbox.closers.append(continuation)
          if mailbox.isStopped { return (false, false) }
          if mailbox.calls == 0 { return (false, mailbox.stop()) }
          return (false, endingAll && mailbox.put(.endAll))
        }
        if wakes { maru_curl_multi_wake(multi) }
        if isOver { continuation.resume() }
      }
      join()
    }

    /// Ends the thread and waits for it; for an owner that goes away while no call runs.
    func closeAtOnce() {
      let wakes = mailbox.withLock { mailbox in
        mailbox.isClosed = true
        return mailbox.stop()
      }
      if wakes { maru_curl_multi_wake(multi) }
      join()
    }

    // MARK: What the thread asks

    /// The letters that have come; `spare` is an empty array whose memory is used again.
    func collect(into spare: inout [Letter]) {
      mailbox.withLock { mailbox in
        mailbox.isAsleep = false
        swap(&mailbox.letters, &spare)
      }
    }

    /// Whether the thread may sleep: from now on it is woken for letters.
    func mayFallAsleep() -> Bool {
      mailbox.withLock { mailbox in
        mailbox.isAsleep = mailbox.letters.isEmpty
        return mailbox.isAsleep
      }
    }

    /// Says that the thread has done its last, and tells those who wait for it.
    func ended() {
      let closers = mailbox.withLock { mailbox in
        mailbox.hasEnded = true
        defer { mailbox.closers = [] }
        return mailbox.closers
      }
      for closer in closers { closer.resume() }
    }

    private func join() {
      let thread = thread.withLock { thread in
        defer { thread = nil }
        return thread
      }
      thread?.join()
    }
  }
#endif
