/// The command `maru`.
public enum DoctorProgram {
  /// Does what the arguments ask for.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - surroundings: where it reads and writes.
  public static func run(arguments: [String], surroundings: Surroundings) -> ExitCode {
    do throws(ProgramFailure) {
      return try perform(arguments, surroundings)
    } catch {
      surroundings.say("maru: \(TerminalStyle.withoutControls(error.description))\n")
      return .unusable
    }
  }

  private static func perform(
    _ arguments: [String], _ surroundings: Surroundings
  ) throws(ProgramFailure) -> ExitCode {
    let style = TerminalStyle(
      environment: surroundings.environment, isTerminal: surroundings.isTerminal,
      columns: surroundings.columns)
    guard let name = arguments.first else {
      surroundings.say(Help.all(style))
      return .unusable
    }
    if ["--help", "-h", "help"].contains(name) {
      let topic = arguments.dropFirst().first
      guard let topic else {
        surroundings.write(Help.all(style))
        return .clean
      }
      surroundings.write(Help.of(try command(topic), style))
      return .clean
    }
    let command = try command(name)
    let read = try Arguments(
      Array(arguments.dropFirst()), options: command.options + [Command.help])
    if read.has("help") {
      surroundings.write(Help.of(command, style))
      return .clean
    }
    return try command.run(
      Invocation(arguments: read, surroundings: surroundings, style: style))
  }

  private static func command(_ name: String) throws(ProgramFailure) -> Command {
    guard let command = Command.all.first(where: { $0.name == name }) else {
      let names = Command.all.map(\.name).joined(separator: ", ")
      throw ProgramFailure("there is no command '\(name)'; there are: \(names). See 'maru --help'")
    }
    return command
  }
}
