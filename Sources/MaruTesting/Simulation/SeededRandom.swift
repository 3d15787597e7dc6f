public import MaruContract
internal import MaruSystem

/// Chance that comes out the same for the same seed (SplitMix64, Steele et al. 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts at a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A random source for tests: seeded, and shared by whoever is handed it.
public final class SeededRandom: RandomSource {
  private struct State {
    var generator: SplitMix64
    var draws = 0
  }
  private let state: Locked<State>
  private let seeded: Set<Int>?

  /// Starts at a seed.
  public convenience init(seed: UInt64) { self.init(seed: seed, draws: nil) }

  /// Starts at a seed.
  ///
  /// - Parameter draws: which draws are as the seed has them, the others being calm; nil: all.
  init(seed: UInt64, draws: Set<Int>?) {
    state = Locked(State(generator: SplitMix64(seed: seed)))
    seeded = draws
  }

  /// The next 64 bits.
  ///
  /// They are the seed's under any ``Schedule``: ids are made of them, which must differ.
  public func next() -> UInt64 { state.withLock { $0.generator.next() } }

  /// A number of a range, each as likely.
  public func integer(in range: ClosedRange<Int>) -> Int {
    draw(range, calm: range.lowerBound)
  }

  /// Whether something happens that happens in so many of a hundred cases.
  public func happens(percent: Int) -> Bool { draw(1...100, calm: 100) <= percent }

  /// How often was drawn.
  var draws: Int { state.withLock { $0.draws } }

  /// A calm draw uses up what the seed has for it, so that later ones stay what they are.
  private func draw(_ range: ClosedRange<Int>, calm: Int) -> Int {
    state.withLock { state in
      defer { state.draws += 1 }
      let drawn = Int.random(in: range, using: &state.generator)
      guard let seeded, !seeded.contains(state.draws) else { return drawn }
      return calm
    }
  }

  /// A duration between zero and so many milliseconds, in whole ones.
  public func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(integer(in: range))
  }
}
