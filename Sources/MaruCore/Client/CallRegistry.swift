internal import MaruContract
internal import MaruSystem

/// The calls of a client that are running, and whether it still takes new ones.
///
/// It owns the tasks that calls run in: each is entered when it starts and left when it has ended.
final class CallRegistry: Sendable {
  private struct State {
    var mode: ShutdownMode?
    var lastNumber: UInt64 = 0
    var running: [UInt64: Entry] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// The calls in the order in which they began: a dictionary has another one each time, and one
    /// seed would not be one history.
    var inOrder: [Entry] { running.sorted { $0.key < $1.key }.map(\.value) }
  }
  private struct Entry {
    var cancel: (@Sendable () -> Void)?
    var callerCancelled = false
    /// Whether it would go on for ever, so that nobody can wait until it has finished.
    var isEndless = false
    /// The first credential that the call was given.
    var credential: Credential?
  }
  private let state = Locked(State())

  /// Enters a call; nil if the client takes no more.
  func enter() -> UInt64? {
    state.withLock { state in
      guard state.mode == nil else { return nil }
      state.lastNumber += 1
      state.running[state.lastNumber] = Entry()
      return state.lastNumber
    }
  }

  /// Tells how a call that has been entered is cancelled.
  func attach(
    _ number: UInt64, isEndless: Bool = false, cancel: @escaping @Sendable () -> Void
  ) {
    let isTooLate = state.withLock { state in
      guard state.running[number] != nil else { return false }
      state.running[number]?.cancel = cancel
      state.running[number]?.isEndless = isEndless
      return state.mode == .cancelling || (isEndless && state.mode != nil)
    }
    if isTooLate { cancel() }
  }

  /// Leaves: the call has ended.
  func leave(_ number: UInt64) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.running[number] = nil
      guard state.running.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Remembers that a call's caller was cancelled: that comes before a shutdown (FAIL-2).
  func noteCallersCancel(_ number: UInt64) {
    state.withLock { $0.running[number]?.callerCancelled = true }
  }

  /// Remembers whose call it is.
  func note(_ credential: Credential, of number: UInt64) {
    state.withLock { state in
      guard state.running[number]?.credential == nil else { return }
      state.running[number]?.credential = credential
    }
  }

  /// Ends the calls that were made with a credential which has ended (AUTH-7).
  func cutOff(whose hasEnded: (Credential) -> Bool) {
    let calls = state.withLock { state in
      state.inOrder.compactMap { call in
        call.credential.map { (credential: $0, cancel: call.cancel) }
      }
    }
    for call in calls where hasEnded(call.credential) { call.cancel?() }
  }

  /// Whether a call whose task was cancelled is ended by the client, not by its caller.
  func wasCancelledByShutdown(_ number: UInt64) -> Bool {
    state.withLock { $0.running[number]?.callerCancelled == false }
  }

  /// How many calls are running.
  var count: Int { state.withLock { $0.running.count } }

  /// Takes no more calls, and ends the running ones if `mode` says so.
  ///
  /// A second time may turn finishing into cancelling, never back.
  func close(_ mode: ShutdownMode) {
    let cancels = state.withLock { state -> [@Sendable () -> Void] in
      if state.mode != .cancelling { state.mode = mode }
      return state.inOrder.filter { mode == .cancelling || $0.isEndless }.compactMap(\.cancel)
    }
    for cancel in cancels { cancel() }
  }

  /// Returns when no call is running.
  func drain() async {
    await Waiting.lazily(for: { "the end of \(self.count) calls" }) {
      await withCheckedContinuation { continuation in
        let isIdle = state.withLock { state in
          if state.running.isEmpty { return true }
          state.waiters.append(continuation)
          return false
        }
        if isIdle { continuation.resume() }
      }
    }
  }
}
