/// The shortest history that was found to show the same problem.
public struct ShortestHistory: Sendable {
  /// The seed of its world; another one than the failure's if a smaller scenario needed it.
  public let seed: UInt64
  /// What it does otherwise than that seed.
  public let schedule: Schedule
  /// How many jobs it runs.
  public let steps: Int
  /// How many jobs the failure's own history runs.
  public let stepsBefore: Int
  /// How many choices the failure's own history makes, as ``Schedule/choices`` counts them.
  public let choicesBefore: Int
  /// In how many worlds it was looked for.
  public let runs: Int
  /// What goes wrong in it.
  public let problem: String
  /// Who waits for what in it.
  public let waits: [String]
  /// What happens in it, a line each.
  public let trace: [String]

  /// How long it is, how to see it again, and what happens in it.
  var lines: [String] {
    [
      "shortest found in \(runs) worlds: \(schedule.choices) choices of \(choicesBefore), "
        + "\(steps) steps of \(stepsBefore)", "MARU_SEED=\(seed) MARU_SCHEDULE=\(schedule)",
      problem,
    ] + waits + trace
  }
}
