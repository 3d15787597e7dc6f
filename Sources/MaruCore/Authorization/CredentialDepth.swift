/// How many providers have been asked, one by a call of the other, until this task came to be.
///
/// A provider that asks the server with a call which needs a credential asks itself, without end and
/// without time going by. Two clients that log in for each other are the most that makes sense.
enum CredentialDepth {
  @TaskLocal static var current = 0
  static let maximum = 4
}
