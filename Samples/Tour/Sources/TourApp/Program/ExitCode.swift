/// How the tour ends; the numbers above 2 follow sysexits.h and the shells.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// Every promise holds.
  case allHold = 0
  /// A promise does not hold, or a chapter could not be measured.
  case oneFails = 1
  /// An argument is not usable.
  case usage = 64
  /// The gateway could not be started.
  case gatewayFailed = 69
  /// Whoever read the results has gone away.
  case outputFailed = 74
  /// Ended by Ctrl-C or SIGTERM.
  case interrupted = 130

  var meaning: String {
    switch self {
    case .allHold: "every promise holds"
    case .oneFails: "a promise does not hold, or could not be measured"
    case .usage: "an argument is not usable"
    case .gatewayFailed: "the gateway could not be started"
    case .outputFailed: "the results could not be written"
    case .interrupted: "ended by Ctrl-C or SIGTERM"
    }
  }
}
