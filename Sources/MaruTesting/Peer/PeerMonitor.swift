#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A value that threads share, and a way to wait until it is as one wants it.
///
/// A lock alone (`Locked`) can't wait; polling it would make tests slow or flaky.
final class PeerMonitor<State: Sendable>: Sendable {
  // nonisolated(unsafe): 'state' is touched only between lock and unlock of 'mutex'.
  private nonisolated(unsafe) var state: State
  // nonisolated(unsafe): both addresses never change, and the system guards what they hold.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let changed: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    var status = pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      status |= pthread_cond_init(changed, nil)
    #else
      // Waiting is measured by the clock that nobody sets back.
      var attributes = pthread_condattr_t()
      status |= pthread_condattr_init(&attributes)
      status |= pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      status |= pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
    precondition(status == 0, "the system has no memory left for a lock")
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deinitialize(count: 1)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Changes the value and wakes who waits for a change.
  func update<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Reads the value.
  func read<Result>(_ body: (State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(state)
  }

  /// Blocks the thread until the value is as wanted; false if it is not so within `limit`.
  func wait(upTo limit: Duration, until isWanted: (State) -> Bool) -> Bool {
    let deadline = PeerTime.now() + limit
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isWanted(state) {
      let left = deadline - PeerTime.now()
      guard left > .zero else { return false }
      #if canImport(Darwin)
        var time = PeerTime.systemTime(left)
        pthread_cond_timedwait_relative_np(changed, mutex, &time)
      #else
        var time = PeerTime.systemTime(deadline)
        pthread_cond_timedwait(changed, mutex, &time)
      #endif
    }
    return true
  }
}
