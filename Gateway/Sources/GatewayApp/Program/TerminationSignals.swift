internal import Foundation
internal import GatewayServer

/// SIGTERM and SIGINT, taken by a thread that waits for them, so that no code runs inside a
/// signal handler.
enum TerminationSignals {
  /// Keeps the signals from this thread and those that it starts. Call it before any other starts.
  static func block() {
    var signals = set
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Opens `first` on the first signal; on the second one the process ends at once.
  static func wait(first: Latch) {
    let context = Unmanaged.passRetained(first)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    pthread_create(
      &thread, nil,
      { context in
        #if canImport(Glibc)
          guard let context else { return nil }
        #endif
        let first = Unmanaged<Latch>.fromOpaque(context).takeRetainedValue()
        var signals = TerminationSignals.set
        var number: Int32 = 0
        sigwait(&signals, &number)
        first.open()
        sigwait(&signals, &number)
        // Not exit(): nothing may keep us from ending now.
        _exit(ExitCode.cutShort.rawValue)
      }, context.toOpaque())
  }

  private static var set: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    return signals
  }
}
