/// How the program ends.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Nothing was found that is as harmful as `--fail-on` says.
  case clean = 0
  /// Something was found that is.
  case findings = 1
  /// The arguments or a file can't be used, or a file can't be written.
  case unusable = 2

  var meaning: String {
    switch self {
    case .clean: "nothing was found at or above the threshold; the question is answered"
    case .findings: "something was found at or above the threshold; the captures differ"
    case .unusable: "an argument or a file can't be used; the reason names line and column"
    }
  }
}

/// Why the program can't do what was asked.
public struct ProgramFailure: Error, Hashable, CustomStringConvertible {
  /// What went wrong, and what to do about it.
  public let description: String

  init(_ description: String) { self.description = description }
}
