/// One thing that can be set, by a flag or by an environment variable.
struct Flag: Sendable {
  enum Group: String, CaseIterable, Sendable {
    case listening = "Listening"
    case limits = "Limits"
    case streams = "Event streams"
    case data = "Data"
    case tokens = "Tokens and keys"
    case operation = "Operation"
    case development = "Development only"
  }

  let name: String
  /// What stands for the value in the help; nil if the flag takes none.
  let placeholder: String?
  let group: Group
  let help: String
  /// Takes a value into the settings; false if it is not usable.
  let apply: @Sendable (inout Settings, String) -> Bool

  var environmentName: String {
    "MARU_GATEWAY_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  static func number(
    _ name: String, _ path: any WritableKeyPath<Settings, Int> & Sendable,
    in range: ClosedRange<Int>, _ group: Group, _ help: String
  ) -> Flag {
    let standard = Settings()[keyPath: path]
    return Flag(
      name: name, placeholder: "N", group: group,
      help: "\(help) (\(range.lowerBound)–\(range.upperBound); default \(standard))"
    ) { settings, text in
      guard let number = Int(text), range.contains(number) else { return false }
      settings[keyPath: path] = number
      return true
    }
  }

  static func path(
    _ name: String, _ path: any WritableKeyPath<Settings, String?> & Sendable, _ group: Group,
    _ help: String
  ) -> Flag {
    Flag(name: name, placeholder: "PATH", group: group, help: help) { settings, text in
      settings[keyPath: path] = text
      return !text.isEmpty
    }
  }

  static func toggle(
    _ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable, _ group: Group,
    _ help: String
  ) -> Flag {
    Flag(name: name, placeholder: nil, group: group, help: help) { settings, text in
      switch text.lowercased() {
      case "1", "true", "yes", "on": settings[keyPath: path] = true
      case "0", "false", "no", "off", "": settings[keyPath: path] = false
      default: return false
      }
      return true
    }
  }
}
