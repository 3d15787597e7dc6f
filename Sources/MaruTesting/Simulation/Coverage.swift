/// Which events a state machine has met in which states, and how often.
///
/// A law that holds because nothing happened proves nothing. A law's world feeds one of these, the
/// worlds are added up by ``tally(seeds:schedule:threads:shrinkRuns:isTracing:law:)``, and the sum is
/// held against the pairs that can be met.
///
/// ```swift
/// let met = try tally(seeds: 0..<20_000) { world in
///   var met = Coverage<Door.State, Door.Event>()
///   …
///   met.note(.opened, in: .locked)
///   return met
/// }
/// try met.require(Door.pairs, atLeast: 100)
/// ```
public struct Coverage<State: Hashable & Sendable, Event: Hashable & Sendable>: WorldTally {
  /// An event in a state.
  public struct Pair: Hashable, Sendable, CustomStringConvertible {
    /// Where the machine stood.
    public var state: State
    /// What it met there.
    public var event: Event

    /// Puts a pair together.
    public init(_ event: Event, in state: State) {
      self.state = state
      self.event = event
    }

    /// The state and the event, as `locked × opened`.
    public var description: String { "\(state) × \(event)" }
  }

  /// How often each pair was met; one that never was is not in it.
  public private(set) var counts: [Pair: Int] = [:]

  /// Nothing met yet.
  public init() {}

  /// Counts an event in a state.
  public mutating func note(_ event: Event, in state: State) {
    counts[Pair(event, in: state), default: 0] += 1
  }

  /// Adds what others have met.
  public mutating func add(_ other: Coverage) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// How often an event was met in a state.
  public func count(of event: Event, in state: State) -> Int {
    counts[Pair(event, in: state)] ?? 0
  }

  /// Holds what was met against what can be met.
  ///
  /// - Parameters:
  ///   - declared: every pair that can be met. One that was met and is not among them is a gap as
  ///     well: the list is wrong then.
  ///   - least: how often each must have been met. More than once, so that another seed's bad luck
  ///     does not look like a gap.
  /// - Throws: ``CoverageGap`` with all that is missing, in order of its text.
  public func require(
    _ declared: some Sequence<Pair>, atLeast least: Int = 1
  ) throws(CoverageGap) {
    let declared = Set(declared)
    let rare = declared.filter { (counts[$0] ?? 0) < least }
    let unknown = counts.keys.filter { !declared.contains($0) }
    guard !rare.isEmpty || !unknown.isEmpty else { return }
    throw CoverageGap(
      least: least,
      rare: rare.map { CoverageGap.Rare(pair: "\($0)", count: counts[$0] ?? 0) }
        .sorted { ($0.count, $0.pair) < ($1.count, $1.pair) },
      undeclared: unknown.map { "\($0)" }.sorted())
  }
}

/// Pairs that worlds have met too seldom, or that nobody had declared.
public struct CoverageGap: Error, Sendable, Hashable, CustomStringConvertible {
  /// A declared pair that was met too seldom.
  public struct Rare: Sendable, Hashable {
    /// The state and the event.
    public let pair: String
    /// How often it was met.
    public let count: Int
  }
  /// How often each pair should have been met.
  public let least: Int
  /// Declared pairs that were met more seldom, the rarest first.
  public let rare: [Rare]
  /// Pairs that were met and not declared.
  public let undeclared: [String]

  /// What is missing, a line each.
  public var description: String {
    let rare = rare.map { "  \($0.pair): met \($0.count) of \(least) times" }
    let undeclared = undeclared.map { "  \($0): met, and not declared" }
    return (["the worlds have not met what they should"] + rare + undeclared)
      .joined(separator: "\n")
  }
}
