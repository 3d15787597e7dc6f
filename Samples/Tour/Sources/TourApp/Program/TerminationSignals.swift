internal import Foundation

/// SIGINT, SIGTERM and SIGHUP, taken by a thread that waits for them, so that no code runs inside a
/// signal handler.
enum TerminationSignals {
  /// Keeps the signals from this thread and those that it starts. Call it before any other starts.
  static func block() {
    var signals = set
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A reader that goes away must not end the tour before its gateways.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for the next of the signals.
  static func next() {
    var signals = set
    var number: Int32 = 0
    sigwait(&signals, &number)
  }

  private static var set: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    // A terminal that is closed.
    sigaddset(&signals, SIGHUP)
    return signals
  }
}
