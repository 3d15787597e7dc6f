extension Settings {
  /// Reads the environment and then the flags, which win.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Throws: ``ProgramFailure`` with `.usage` for an unknown flag or a value that is not usable.
  public init(
    arguments: [String], environment: [String: String]
  ) throws(ProgramFailure) {
    self.init()
    for flag in Flag.all {
      guard let value = environment[flag.environmentName] else { continue }
      guard flag.apply(&self, value) else {
        throw Self.unusable(value, for: flag.environmentName, flag)
      }
    }
    var rest = arguments[...]
    if rest.first == "migrate" {
      command = .migrate
      rest.removeFirst()
    }
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        showsHelp = true
        continue
      }
      try take(argument, &rest)
    }
    guard !isDryRun || command == .migrate else {
      throw ProgramFailure(.usage, "--dry-run goes with 'gateway migrate' only")
    }
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(ProgramFailure) {
    let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard argument.hasPrefix("--"),
      let flag = Flag.all.first(where: { "--" + $0.name == halves[0] })
    else {
      throw ProgramFailure(.usage, "there is no flag '\(halves[0])'; --help lists them")
    }
    let value: String
    if flag.placeholder == nil {
      value = halves.count == 2 ? String(halves[1]) : "true"
    } else if halves.count == 2 {
      value = String(halves[1])
    } else if let next = rest.popFirst() {
      value = next
    } else {
      throw ProgramFailure(.usage, "--\(flag.name) needs a value; \(flag.help)")
    }
    guard flag.apply(&self, value) else { throw Self.unusable(value, for: "--\(flag.name)", flag) }
  }

  private static func unusable(_ value: String, for name: String, _ flag: Flag) -> ProgramFailure {
    ProgramFailure(.usage, "'\(value)' is not usable for \(name): \(flag.help)")
  }

  /// Every setting as the README has it.
  package static var table: String {
    let rows = Flag.all.map { flag in
      let name = "--\(flag.name)" + (flag.placeholder.map { " \($0)" } ?? "")
      return "| `\(name)` | `\(flag.environmentName)` | \(flag.help) |"
    }
    return (["| flag | environment | meaning |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  /// What `--help` prints.
  public static var help: String {
    var text = """
      gateway: the server half of Maru, as an example that works

      Usage: gateway [--flag VALUE]…
             gateway migrate [--database PATH] [--dry-run]

      Each flag can come from the environment instead: --max-body-bytes as
      MARU_GATEWAY_MAX_BODY_BYTES. A flag wins over the environment.

      """
    for group in Flag.Group.allCases {
      text += "\n\(group.rawValue):\n"
      for flag in Flag.all where flag.group == group {
        let left = "  --\(flag.name)" + (flag.placeholder.map { " \($0)" } ?? "")
        text += left + String(repeating: " ", count: max(1, 33 - left.count)) + flag.help + "\n"
      }
    }
    text += """

      Examples:
        gateway --demo-users
        gateway --port 0 --print-port --demo-users --allow-faults --database /tmp/try.sqlite
        gateway migrate --database /tmp/try.sqlite --dry-run
        curl -d grant_type=password -d username=minji -d password=maru-demo \\
             http://127.0.0.1:8080/v1/token

      SIGTERM or SIGINT stops: every request whose head has arrived is answered first.
      A second signal ends the program at once.

      Exit codes:

      """
    for code in ExitCode.allCases {
      let number = String(code.rawValue)
      text += String(repeating: " ", count: 4 - number.count) + "\(number)  \(code.meaning)\n"
    }
    return text
  }
}
