/// What the tour is asked to do.
package struct TourArguments: Hashable, Sendable {
  /// The gateway's executable.
  package var gateway: String?
  /// The chapters to tell, in the tour's order; empty: all.
  package var chapters: Set<String> = []
  /// What carries the calls; nil: the platform's own.
  package var transport: TourTransport?
  /// Whether the results are for programs.
  package var isJSON = false
  /// Whether the logs stay when all went well.
  package var keepsLogs = false
  /// Whether only the chapters' names are wanted.
  package var listsChapters = false
  /// Whether only the help is wanted.
  package var showsHelp = false

  /// Why arguments are not usable, and what would be.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    /// One sentence.
    package let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// Reads arguments.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - names: the chapters that there are.
  package init(_ arguments: [String], chapters names: [String]) throws(Refusal) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = String(halves.first ?? "")
      func value() throws(Refusal) -> String {
        if halves.count == 2 { return String(halves[1]) }
        guard let next = rest.popFirst() else { throw Refusal("\(flag) needs a value") }
        return next
      }
      func plain() throws(Refusal) {
        guard halves.count == 1 else { throw Refusal("\(flag) takes no value") }
      }
      switch flag {
      case "--gateway": gateway = try value()
      case "--chapter":
        let name = try value()
        guard names.contains(name) else {
          throw Refusal("there is no chapter '\(name)'; --list names them")
        }
        chapters.insert(name)
      case "--transport":
        let name = try value()
        guard let named = TourTransport(rawValue: name) else {
          throw Refusal("there is no transport '\(name)'; there are curl and urlsession")
        }
        transport = named
      case "--json":
        try plain()
        isJSON = true
      case "--keep":
        try plain()
        keepsLogs = true
      case "--list":
        try plain()
        listsChapters = true
      case "--help", "-h":
        try plain()
        showsHelp = true
      default: throw Refusal("there is no flag '\(flag)'; --help lists them")
      }
    }
  }
}
