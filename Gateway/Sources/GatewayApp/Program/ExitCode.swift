/// How the program ends; the numbers follow sysexits.h.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Stopped on request, with every request answered.
  case finished = 0
  /// A flag or an environment variable is not usable.
  case usage = 64
  /// The database's shape is older than the program, which was told to leave it.
  case schemaOutdated = 65
  /// The port is busy, or the address cannot be listened on.
  case unavailable = 69
  /// The system has no memory, thread or descriptor left.
  case systemExhausted = 71
  /// The database cannot be made, read or written.
  case databaseFailed = 73
  /// The log file or the ready file cannot be written.
  case outputFailed = 74
  /// Stopped before every request was answered: the time was up, or a second signal came.
  case cutShort = 75

  var meaning: String {
    switch self {
    case .finished: "stopped on request, every request answered"
    case .usage: "a flag or an environment variable is not usable"
    case .schemaOutdated: "the database lacks migrations, and --no-migrate was given"
    case .unavailable: "the port is busy, or the address is not this machine's"
    case .systemExhausted: "no memory, thread or descriptor left"
    case .databaseFailed: "the database cannot be made, read or written"
    case .outputFailed: "the log file or the ready file cannot be written"
    case .cutShort: "stopped before every request was answered"
    }
  }
}

/// Why the program cannot go on.
public struct ProgramFailure: Error, CustomStringConvertible {
  /// How it ends.
  public let code: ExitCode
  /// What went wrong, and what to do about it.
  public let description: String

  init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }
}
