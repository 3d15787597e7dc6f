/// What `--help` prints.
enum Help {
  static func all(_ style: TerminalStyle) -> String {
    var text = """
      \(style.coloured("maru", .bold)): what went wrong on the wire, and how to mend it

      Reads a HAR file of a browser, a proxy or a library, what 'curl -v' printed, or one response,
      and finds what breaks sessions: tokens, cookies, caches, redirects, origins, retries.


      """
    let width = Command.all.map { $0.name.count + $0.operands.count }.max() ?? 0
    for command in Command.all {
      let left = "\(command.name) \(command.operands)"
      text +=
        "  maru \(left)\(String(repeating: " ", count: width + 3 - left.count))\(command.summary)\n"
    }
    text += """

      'maru COMMAND --help' explains one of them. A dash in place of FILE is the standard input.

      Start with:
        maru diagnose login.har

      Nothing that is printed holds a token, a cookie's value or a body. Nothing is sent anywhere.

      \(exitCodes)
      """
    return text
  }

  static func of(_ command: Command, _ style: TerminalStyle) -> String {
    var text = """
      \(style.coloured("maru \(command.name)", .bold)): \(command.summary)

      Usage: maru \(command.name) \(command.operands) [OPTION]…

      \(command.explanation)

      Options:

      """
    for option in command.options + [Command.help] {
      text += "  \(option.shown)\n      \(option.help)\n"
    }
    text += "\n\(command.examples.count == 1 ? "Example" : "Examples"):\n"
    for example in command.examples {
      text += "  \(example.line)\n      \(example.meaning)\n"
    }
    return text + "\n\(exitCodes)"
  }

  private static var exitCodes: String {
    let lines = ExitCode.allCases.map { "  \($0.rawValue)  \($0.meaning)\n" }
    return "Exit codes:\n\(lines.joined())"
  }
}
