#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread of its own, for work that blocks.
///
/// Whoever starts one joins it or lets it go: without either the system keeps what is left of it.
// @unchecked: the handle never changes, and the system lets any thread use it.
package struct SystemThread: @unchecked Sendable {
  private let handle: pthread_t

  /// What the new thread runs, boxed for the way through C.
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil if the system has none left.
  package static func start(_ run: @escaping @Sendable () -> Void) -> SystemThread? {
    let work = Unmanaged.passRetained(Work(run))
    #if canImport(Glibc)
      var handle = pthread_t()
    #else
      var handle: pthread_t?
    #endif
    let status = pthread_create(
      &handle, nil,
      { argument in
        let work: UnsafeMutableRawPointer? = argument
        // The argument is the work retained above; C hands it over once.
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      return nil
    }
    #if canImport(Glibc)
      return SystemThread(handle: handle)
    #else
      return handle.map(SystemThread.init(handle:))
    #endif
  }

  private init(handle: pthread_t) {
    self.handle = handle
  }

  /// Whether the caller runs on it.
  package var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  /// Waits until it has ended; on the thread itself, lets it end by itself instead.
  package func join() {
    if isCurrent {
      letGo()
    } else {
      pthread_join(handle, nil)
    }
  }

  /// Lets it end by itself.
  package func letGo() { pthread_detach(handle) }
}
