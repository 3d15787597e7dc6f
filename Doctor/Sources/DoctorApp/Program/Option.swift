/// One option of a command.
struct Option: Sendable, Hashable {
  /// The long name, without dashes.
  let name: String
  /// One letter, for those that have one.
  let letter: Character?
  /// What stands for its value in the help; nil: it has none.
  let placeholder: String?
  /// The values that it may have; empty: any.
  let choices: [String]
  let help: String

  init(
    _ name: String, letter: Character? = nil, _ placeholder: String?, choices: [String] = [],
    _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.choices = choices
    self.help = help
  }

  /// As it is written: `-o OUT`, `--lang en|ko`.
  var shown: String {
    let dashed = letter.map { "-\($0)" } ?? "--\(name)"
    if !choices.isEmpty { return "\(dashed) \(choices.joined(separator: "|"))" }
    return placeholder.map { "\(dashed) \($0)" } ?? dashed
  }
}

/// A command's arguments, read by its options.
struct Arguments: Sendable {
  private(set) var files: [String] = []
  private(set) var values: [String: String] = [:]

  /// Reads `--name value`, `--name=value`, `-o value` and `-oVALUE`; behind `--` all are files. A lone
  /// dash is the standard input (POSIX, Utility Syntax Guidelines 10 and 13).
  init(_ arguments: [String], options: [Option]) throws(ProgramFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        files += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(argument)
        continue
      }
      try take(argument, &rest, options)
    }
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ options: [Option]
  ) throws(ProgramFailure) {
    let (option, attached) = try Self.find(argument, options)
    guard option.placeholder != nil else {
      guard attached == nil else { throw ProgramFailure("--\(option.name) takes no value") }
      values[option.name] = "yes"
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw ProgramFailure("--\(option.name) needs a value: \(option.help)")
    }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw ProgramFailure(
        "'\(value)' is no value of --\(option.name): \(option.choices.joined(separator: ", "))")
    }
    values[option.name] = value
  }

  private static func find(
    _ argument: String, _ options: [Option]
  ) throws(ProgramFailure) -> (Option, String?) {
    if argument.hasPrefix("--") {
      let halves = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves.first.map { String($0) } ?? ""
      if let option = options.first(where: { $0.name == name }) {
        return (option, halves.count == 2 ? String(halves[1]) : nil)
      }
    } else if let letter = argument.dropFirst().first,
      let option = options.first(where: { $0.letter == letter })
    {
      let attached = argument.dropFirst(2)
      return (option, attached.isEmpty ? nil : String(attached))
    }
    let known = options.map { "--\($0.name)" }.joined(separator: ", ")
    throw ProgramFailure("there is no option '\(argument.prefix { $0 != "=" })' here; \(known)")
  }

  subscript(name: String) -> String? { values[name] }
  func has(_ name: String) -> Bool { values[name] != nil }
}
