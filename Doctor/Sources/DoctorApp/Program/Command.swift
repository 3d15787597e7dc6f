internal import MaruDiagnostics

/// One thing that the program does.
struct Command: Sendable {
  let name: String
  /// What stands behind the name, without options.
  let operands: String
  let summary: String
  /// What one has to know, for `--help`.
  let explanation: String
  let options: [Option]
  let examples: [(line: String, meaning: String)]
  let run: @Sendable (Invocation) throws(ProgramFailure) -> ExitCode

  static let all = [diagnose, why, cookie, token, redact, compare]

  static let help = Option("help", letter: "h", nil, "this help")
  static let language = Option(
    "lang", "LANG", choices: Text.Language.allCases.map(\.rawValue),
    "the language of what is said; default: en")
  static let client = Option(
    "client", "CLIENT", choices: ["urlsession", "webkit", "chromium", "curl", "auto"],
    "whose rules for cookies, redirects and origins hold; auto, the default: what the file says")
  static let verbose = Option("all", nil, "show every finding in full, not the first thirty")
}

/// A command that was asked for, with all it may use.
struct Invocation {
  let arguments: Arguments
  let surroundings: Surroundings
  let style: TerminalStyle

  var language: Text.Language {
    arguments["lang"].flatMap { Text.Language(rawValue: $0) } ?? .english
  }
  /// The client that was named; nil: what the file says.
  var client: ClientKind? { arguments["client"].flatMap { ClientKind(rawValue: $0) } }

  /// Writes results, with whatever a terminal would obey taken out.
  func write(_ text: String) { surroundings.write(style.render(text)) }
}
