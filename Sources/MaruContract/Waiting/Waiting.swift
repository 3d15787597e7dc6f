/// Tells a simulation who waits for what, so that a world that gets stuck can say so.
///
/// Put it around an `await` that may never come back: a task that others share, a continuation, a
/// stream. Where nobody looks on, which is everywhere but in a simulated world, it looks at a
/// task-local value and does nothing else.
///
/// ```swift
/// try await Waiting.for("the first load of \(key)") { try await running.value }
/// ```
///
/// Names nest, and follow a task into what it starts: what is inside a wait is told behind it.
public enum Waiting {
  /// Where the current task stands; nil where nobody looks on.
  @TaskLocal package static var place: WaitingPlace?

  /// Runs `body`, and says as long as it has not returned that this is what the task waits for.
  ///
  /// - Parameters:
  ///   - what: what is waited for, as the end of a sentence: "the refresh of generation 7". It is
  ///     built only if somebody looks on, and it is printed: name no secret.
  ///   - isolation: the caller's actor, on which `body` runs.
  ///   - body: the wait.
  /// - Throws: what `body` throws.
  public static func `for`<Value>(
    _ what: @autoclosure () -> String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    guard let place else { return try await body() }
    let text = what()
    return try await place.wait(for: { text }, body)
  }

  /// Runs `body`, and gives the task and what it starts a name for the reports: "caller 3".
  ///
  /// - Parameters:
  ///   - who: the name; built only if somebody looks on, and printed.
  ///   - isolation: the caller's actor, on which `body` runs.
  ///   - body: what is named.
  /// - Throws: what `body` throws.
  public static func named<Value>(
    _ who: @autoclosure () -> String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    guard let place else { return try await body() }
    let inner = WaitingPlace(board: place.board, kind: .name(who()), outer: place)
    return try await $place.withValue(inner, operation: body)
  }

  /// Like ``for(_:isolation:_:)``, with a text that is built only when it is reported: for waits that
  /// every call has.
  package static func lazily<Value>(
    for what: @escaping @Sendable () -> String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    guard let place else { return try await body() }
    return try await place.wait(for: what, body)
  }
}
