/// Why a file can't be diagnosed, and where in it the reason stands.
///
/// Its description shows nothing of the file.
public struct CaptureRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let problem: Problem
  /// The line, from 1.
  public let line: Int
  /// The byte in that line, from 1.
  public let column: Int

  /// What can be wrong with a file.
  @nonexhaustive
  public enum Problem: String, Hashable, Sendable, CaseIterable {
    /// It has no bytes but white space.
    case empty = "the file is empty"
    /// It is neither JSON nor what curl prints nor a response.
    case unknownKind = "expected a HAR file, a trace of curl, or a response"
    /// Something else stands where a value of JSON must begin.
    case value = "expected a value"
    /// A name in an object is missing.
    case name = "expected a name in quotes"
    /// There is no colon behind a name.
    case colon = "expected a colon"
    /// There is neither a comma nor an end behind a member.
    case separator = "expected a comma or the end of what was begun"
    /// A number can't be read.
    case number = "expected a number"
    /// An escape in a text can't be read.
    case escape = "expected an escape that JSON has"
    /// It ends too early.
    case ended = "the file ends in the middle"
    /// Arrays and objects lie too deep in each other.
    case tooDeep = "expected at most 128 levels"
    /// There is no `log` in the outermost object.
    case noLog = "expected a member 'log'"
    /// There are no `entries` in the log.
    case noEntries = "expected a member 'entries' in the log"
    /// There is no exchange in it.
    case noExchange = "found no exchange"
    /// The system can't read it.
    case unreadable = "the file can't be read"
  }

  init(_ problem: Problem, line: Int = 1, column: Int = 1) {
    self.problem = problem
    self.line = line
    self.column = column
  }

  /// Where and what: `line 3, column 7: expected a colon`.
  public var description: String { "line \(line), column \(column): \(problem.rawValue)" }
}
