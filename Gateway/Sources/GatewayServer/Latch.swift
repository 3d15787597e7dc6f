#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A door that opens once; threads can wait for it.
///
/// For the few places where a thread, not a task, has to wait: starting, stopping and `main`.
public final class Latch: @unchecked Sendable {
  // @unchecked: 'isOpen' and 'waiting' are touched only between lock and unlock of 'mutex'.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a closed door.
  public init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Opens the door for all who wait and all who come.
  public func open() {
    pthread_mutex_lock(mutex)
    isOpen = true
    let tasks = waiting
    waiting = []
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
    for task in tasks { task.resume() }
  }

  /// Blocks the thread until the door opens, or for a time; nil waits for ever.
  ///
  /// - Returns: whether the door is open.
  public func wait(atMost limit: Duration?) -> Bool {
    var deadline = timespec()
    if let limit {
      clock_gettime(CLOCK_REALTIME, &deadline)
      let (seconds, attoseconds) = limit.components
      let nanoseconds = Int(deadline.tv_nsec) + Int(attoseconds / 1_000_000_000)
      deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
      deadline.tv_nsec = nanoseconds % 1_000_000_000
    }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOpen {
      if limit == nil {
        pthread_cond_wait(condition, mutex)
      } else if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
        break
      }
    }
    return isOpen
  }

  /// Suspends the task until the door opens. Not cancellable: what is waited for is bounded.
  public func opened() async {
    await withCheckedContinuation { continuation in
      pthread_mutex_lock(mutex)
      let isOpen = isOpen
      if !isOpen { waiting.append(continuation) }
      pthread_mutex_unlock(mutex)
      if isOpen { continuation.resume() }
    }
  }
}
