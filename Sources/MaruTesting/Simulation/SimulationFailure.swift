/// An error that says which law it breaks, so that shrinking a failure does not end at another one.
///
/// An error that is none of these breaks the law that its whole text is: fine as long as the text is
/// the same in every world, with no name or number in it that chance has chosen.
public protocol LawBreach: Error {
  /// The law's name, the same in every world.
  var law: String { get }
}

/// A world in which something went wrong, with what happened before.
public struct SimulationFailure: LawBreach, Sendable, CustomStringConvertible {
  /// The world's seed.
  public let seed: UInt64
  /// What went wrong.
  public let problem: String
  /// What this and another failure of the same kind have in common.
  public let law: String
  /// Who waits for what, a line each, where a world is not over; see `Waiting`.
  public let waits: [String]
  /// What had happened, a line each.
  public let trace: [String]

  /// The shortest history that shows the same, if one was looked for.
  public internal(set) var shortest: ShortestHistory?

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - seed: the world's seed.
  ///   - problem: what went wrong.
  ///   - law: what another failure of the same kind has in common with this one; nil: the problem.
  ///   - waits: who waits for what.
  ///   - trace: what had happened.
  public init(
    seed: UInt64, problem: String, law: String? = nil, waits: [String] = [], trace: [String] = []
  ) {
    self.seed = seed
    self.problem = problem
    self.law = law ?? problem
    self.waits = waits
    self.trace = trace
  }

  /// The problem, the seed that shows it again, who waits for what, and the trace: of the shortest
  /// history, if there is one.
  public var description: String {
    let lines = (shortest?.lines ?? waits + trace).map { "  \($0)" }
    return (["seed \(seed): \(problem)"] + lines).joined(separator: "\n")
  }
}
