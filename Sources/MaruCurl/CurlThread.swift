#if os(Linux)
  internal import CMaruCurl

  /// A thread of the system's with an owner, who joins it.
  ///
  /// libcurl's loop blocks in a system call, which a task of Swift's pool must not do.
  final class CurlThread: Sendable {
    // nonisolated(unsafe): the pointer never changes, and only 'join' uses it, once.
    private nonisolated(unsafe) let thread: OpaquePointer

    private final class Start: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread; nil if the system has none to give.
    init?(_ body: @escaping @Sendable () -> Void) {
      let start = Unmanaged.passRetained(Start(body))
      let thread = maru_curl_thread_start(
        { start in
          // !: it is what the thread was given below.
          Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
        }, start.toOpaque())
      guard let thread else {
        start.release()
        return nil
      }
      self.thread = thread
    }

    /// Waits until the thread has ended; to be called once.
    func join() {
      maru_curl_thread_join(thread)
    }
  }
#endif
