/// A piece of code that must not occur.
struct BannedPiece {
  /// The code, as swift-format lays it out.
  let code: String
  /// Why, and what to use instead.
  let reason: String
  /// What makes it right on the same line.
  let unless: String?

  init(_ code: String, _ reason: String, unless: String? = nil) {
    self.code = code
    self.reason = reason
    self.unless = unless
  }

  /// Whether the line has it, as a word of its own if it starts with a letter.
  func occurs(in line: Substring) -> Bool {
    if let unless, line.contains(unless) { return false }
    let startsWord = code.first?.isLetter == true
    let endsWord = code.last?.isLetter == true
    return line.ranges(of: code).contains { range in
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      return !(startsWord && before.isWordCharacter) && !(endsWord && after.isWordCharacter)
    }
  }
}

extension Character? {
  fileprivate var isWordCharacter: Bool {
    guard let self else { return false }
    return self.isLetter || self.isNumber || self == "_"
  }
}

/// Rules about what code may call.
enum CallRules {
  /// Time, chance, the environment and tasks without an owner come in through an initializer; only a
  /// composition names the real ones.
  static let belowCompositions = [
    BannedPiece("Date()", "take a wall clock"),
    BannedPiece("Date.now", "take a wall clock"),
    BannedPiece("UUID()", "take a source of randomness"),
    BannedPiece("Task.sleep", "sleep on the clock that was handed in"),
    BannedPiece("Thread.sleep", "sleep on the clock that was handed in"),
    BannedPiece("usleep(", "sleep on the clock that was handed in"),
    BannedPiece("ContinuousClock", "take a monotonic clock"),
    BannedPiece("SuspendingClock", "take a monotonic clock"),
    BannedPiece(".random(", "take a source of randomness", unless: "using:"),
    BannedPiece(".randomElement(", "take a source of randomness", unless: "using:"),
    BannedPiece(".shuffled()", "take a source of randomness"),
    BannedPiece(".shuffle()", "take a source of randomness"),
    BannedPiece("SystemRandomNumberGenerator", "take a source of randomness"),
    BannedPiece("Task {", "give the task an owner and the client's executor"),
    BannedPiece("Task(priority", "give the task an owner and the client's executor"),
    BannedPiece("Task.init", "give the task an owner and the client's executor"),
    BannedPiece("Task.detached", "give the task an owner and the client's executor"),
    BannedPiece("DispatchQueue", "use an actor, a task or Locked"),
    BannedPiece("processInfo.environment", "take the value as an argument"),
    BannedPiece("getenv(", "take the value as an argument"),
  ]

  /// What compiles on Linux and needs more than iOS 18 and macOS 15, and what this package does
  /// otherwise. No compiler here checks availability.
  static let everywhere = [
    BannedPiece("Mutex<", "the thread sanitizer does not see it: use Locked"),
    BannedPiece("Mutex(", "the thread sanitizer does not see it: use Locked"),
    BannedPiece("Atomic<", "the thread sanitizer does not see it: use Locked"),
    BannedPiece("Task.immediate", "needs iOS 26"),
    BannedPiece("addImmediateTask", "needs iOS 26"),
    BannedPiece("Task(name:", "needs iOS 26"),
    BannedPiece("addTask(name:", "needs iOS 26"),
    BannedPiece("InlineArray", "needs iOS 26"),
    BannedPiece("isolated deinit", "needs iOS 18.4"),
    BannedPiece(".span", "needs iOS 26 on strings: use withContiguousStorageIfAvailable or utf8"),
    BannedPiece(".utf8Span", "needs iOS 26"),
    BannedPiece("UTF8Span", "needs iOS 26"),
    BannedPiece("Observations", "needs iOS 26"),
    BannedPiece("Duration(attoseconds:", "needs iOS 26"),
    BannedPiece("some AsyncSequence<", "name the sequence's type, so that it can grow"),
    BannedPiece("any AsyncSequence<", "name the sequence's type, so that it can grow"),
    BannedPiece("@testable", "make it package and import it plainly"),
  ]

  /// A use of a banned piece that is right, with its reason.
  struct Exception {
    let path: String
    let code: String
    let reason: String
  }

  /// Looks for banned code in a file of the root package.
  static func check(_ file: RepositoryFile, exceptions: [Exception] = []) -> [Finding] {
    var banned = everywhere
    if let target = file.target {
      if Floors.targets[target] != .compositions { banned += belowCompositions }
      if target != "Maru" { banned.append(BannedPiece("@_exported", "only Maru re-exports")) }
    }
    banned.removeAll { piece in
      exceptions.contains { $0.path == file.path && $0.code == piece.code }
    }
    let present = banned.filter { file.text.contains($0.code) }
    return file.source.code.enumerated().flatMap { index, line in
      present.filter { $0.occurs(in: line) }.map { piece in
        file.finding(index + 1, "'\(piece.code)': \(piece.reason)")
      } + (file.target == nil ? [] : typedTask(line, in: file, at: index + 1))
    }
  }

  /// Finds `Task<…> {`, which is `Task {` with its types spelt out; behind a colon or an arrow it
  /// is a type.
  private static func typedTask(
    _ line: Substring, in file: RepositoryFile, at number: Int
  ) -> [Finding] {
    guard let start = line.firstRange(of: "Task<"),
      let end = line[start.upperBound...].firstRange(of: "> {")
    else { return [] }
    let before = line[..<start.lowerBound].last { $0 != " " }
    let inner = line[start.upperBound..<end.lowerBound]
    guard before != ":", before != ">", !before.isWordCharacter, !inner.contains("{") else {
      return []
    }
    return [file.finding(number, "'Task<…> {': give the task an owner and the client's executor")]
  }
}
