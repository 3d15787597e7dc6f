#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Work that blocks a thread for long: not one of Swift's pool, which has no more than there are
/// processors.
public enum BlockingWork {
  private final class Box {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `work` on a thread that lives as long as it, and returns when it is done.
  ///
  /// Cancelling does not end it. Where the system has no thread left it runs on the caller's.
  public static func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let isStarted = start {
        work()
        continuation.resume()
      }
      guard !isStarted else { return }
      work()
      continuation.resume()
    }
  }

  /// Runs `work` as ``run(_:)`` does, and returns or throws what it does.
  public static func value<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let finish: @Sendable () -> Void = {
        continuation.resume(returning: Result { () throws(Failure) in try work() })
      }
      if !start(finish) { finish() }
    }
    return try result.get()
  }

  private static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(run))
    #if canImport(Glibc)
      var handle = pthread_t()
    #else
      var handle: pthread_t?
    #endif
    let status = pthread_create(
      &handle, nil,
      { argument in
        let box: UnsafeMutableRawPointer? = argument
        // The argument is the box retained above; C hands it over once.
        if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return false
    }
    #if canImport(Glibc)
      pthread_detach(handle)
    #else
      if let handle { pthread_detach(handle) }
    #endif
    return true
  }
}
