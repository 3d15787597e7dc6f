package import Maru

/// How a call ended, as far as a chapter cares.
package enum CallEnd: Hashable, Sendable, CustomStringConvertible {
  /// With a value.
  case value
  /// With `CancellationError`.
  case cancelled
  /// With Maru's error.
  case failed(CallError.Code, WriteOutcome?)
  /// With something that Maru promises never to throw.
  case stranger(String)

  /// In a few words.
  package var description: String {
    switch self {
    case .value: "a value"
    case .cancelled: "CancellationError"
    case .failed(let code, nil): code.rawValue
    case .failed(let code, let outcome?): "\(code.rawValue), outcome \(outcome.rawValue)"
    case .stranger(let type): "an error of the type \(type)"
    }
  }
}

extension [CallEnd] {
  /// How many ended how: two hundred ends are not two hundred words.
  var tally: String {
    let counts = reduce(into: [:]) { $0[$1.description, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      .joined(separator: ", ")
  }

  static func all(_ count: Int, _ end: CallEnd) -> String { "\(Swift.max(count, 1)) × \(end)" }
}

/// A call that was tried: how it ended and how long it took.
struct Tried<Value: Sendable>: Sendable {
  let result: Result<Value, any Error>
  let took: Duration

  /// Tries something, whatever comes of it.
  ///
  /// - Throws: `CancellationError` only if the tour itself is to end.
  static func run(_ work: () async throws -> Value) async throws -> Tried {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let value = try await work()
      return Tried(result: .success(value), took: clock.now - start)
    } catch {
      let took = clock.now - start
      try Task.checkCancellation()
      return Tried(result: .failure(error), took: took)
    }
  }

  var end: CallEnd {
    switch result {
    case .success: .value
    case .failure(is CancellationError): .cancelled
    case .failure(let error as CallError): .failed(error.code, error.outcome)
    case .failure(let error): .stranger("\(type(of: error))")
    }
  }

  var value: Value? { try? result.get() }

  var error: CallError? {
    if case .failure(let error as CallError) = result { error } else { nil }
  }
}

extension Tried<Void> {
  /// So many calls at once, and how they ended.
  static func ends<Answer: Sendable>(
    of count: Int, _ call: @escaping @Sendable (Int) async throws -> Answer
  ) async throws -> [CallEnd] {
    try await withThrowingTaskGroup(of: CallEnd.self) { group in
      for number in 1...count {
        group.addTask { try await Tried<Answer>.run { try await call(number) }.end }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
