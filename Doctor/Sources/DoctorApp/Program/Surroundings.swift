internal import Foundation

/// What the program has around it: where it reads and writes, and what the terminal can show.
public struct Surroundings {
  /// The environment's variables.
  public var environment: [String: String]
  /// Whether a person reads the results.
  public var isTerminal: Bool
  /// The terminal's width; nil if it is not known.
  public var columns: Int?
  /// Reads the standard input to its end.
  public var readInput: () throws -> [UInt8]
  /// Takes results.
  public var write: (String) -> Void
  /// Takes what is said to people: progress and reasons.
  public var say: @Sendable (String) -> Void

  /// Puts surroundings together.
  public init(
    environment: [String: String], isTerminal: Bool, columns: Int?,
    readInput: @escaping () throws -> [UInt8], write: @escaping (String) -> Void,
    say: @escaping @Sendable (String) -> Void
  ) {
    self.environment = environment
    self.isTerminal = isTerminal
    self.columns = columns
    self.readInput = readInput
    self.write = write
    self.say = say
  }

  /// The process's own.
  public static var system: Surroundings {
    Surroundings(
      environment: ProcessInfo.processInfo.environment, isTerminal: isatty(STDOUT_FILENO) == 1,
      columns: terminalWidth(),
      readInput: { Array(try FileHandle.standardInput.readToEnd() ?? Data()) },
      // A reader that has gone away, as `head`, ends the writing and is no failure.
      write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      say: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
  }

  private static func terminalWidth() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
