#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A value that one thread at a time may touch, for a few instructions at a time.
///
/// It is a `pthread_mutex_t`, which the thread sanitizer understands; to it,
/// `Synchronization.Mutex` is invisible and gives false races. Nothing of a caller's may run inside,
/// no continuation may be resumed inside, and nothing inside may wait. The lock is not recursive.
public final class Locked<Value>: Sendable {
  // nonisolated(unsafe): 'value' is touched only between lock and unlock of 'mutex'.
  private nonisolated(unsafe) var value: Value
  // nonisolated(unsafe): the address never changes, and the system's own calls guard what it holds.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Guards a value.
  public init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    precondition(status == 0, "the system has no memory left for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread touches the value.
  ///
  /// - Throws: what `body` throws.
  public func withLock<Result, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Locked: CustomReflectable {
  /// A mirror without children: reflecting would read the value without the lock.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
