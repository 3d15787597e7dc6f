/// What worlds have met, added up: counts, least and greatest, sets.
///
/// ``tally(seeds:schedule:threads:shrinkRuns:isTracing:law:)`` adds up what each world's law returns.
/// It does so in the order of the seeds, whichever thread was first, so that the same seeds give the
/// same sum.
public protocol WorldTally: Sendable {
  /// The tally of no world.
  init()

  /// Adds what worlds of higher seeds have met.
  ///
  /// It must not matter how the worlds are grouped: adding `b` and then `c` is the same as adding `b`
  /// with `c` added to it. Adding the tally of no world changes nothing.
  mutating func add(_ other: Self)
}

/// What a law that returns nothing has met.
struct NothingMet: WorldTally {
  mutating func add(_ other: NothingMet) {}
}
