internal import MaruSystem

/// Seeds shared out among threads, and the lowest that breaks a law.
///
/// Threads take blocks of seeds in ascending order. Once a seed has failed nobody goes on above it,
/// and whoever is below goes on to the end of the block: so the lowest one is found, whatever the
/// threads do.
struct SeedSearch<Tally: WorldTally>: Sendable {
  struct Broken: Sendable {
    var seed: UInt64
    var error: any Error
  }
  private struct State {
    var nextBlock: UInt64 = 0
    var lowest: Broken?
    var sums: [(block: UInt64, tally: Tally)] = []
  }
  private let seeds: Range<UInt64>
  private let blockSize: UInt64
  private let state = Locked(State())

  init(seeds: Range<UInt64>) {
    self.seeds = seeds
    // Small enough that no thread is left with a long rest, and large enough that few sums are kept.
    // It does not hang on the number of threads: sums are put together the same way with any.
    blockSize = min(max((seeds.upperBound - seeds.lowerBound) / 256, 1), 1_024)
  }

  /// Tries every seed, or all below the lowest that fails.
  ///
  /// - Returns: the sum of all worlds in the order of their seeds, or what failed.
  func run(
    threads: Int, _ law: @Sendable (UInt64) throws -> Tally
  ) -> Result<Tally, Failed> {
    ThreadTeam.run(threads) {
      while let (block, seeds) = takeBlock() {
        var sum = Tally()
        for seed in seeds {
          guard isWanted(seed) else { break }
          do {
            sum.add(try law(seed))
          } catch {
            failed(seed, error)
            break
          }
        }
        state.withLock { [sum] in $0.sums.append((block, sum)) }
      }
    }
    let (lowest, sums) = state.withLock { ($0.lowest, $0.sums) }
    if let lowest { return .failure(Failed(broken: lowest)) }
    var total = Tally()
    for (_, tally) in sums.sorted(by: { $0.block < $1.block }) { total.add(tally) }
    return .success(total)
  }

  struct Failed: Error { var broken: Broken }

  private func takeBlock() -> (UInt64, Range<UInt64>)? {
    let count = seeds.upperBound - seeds.lowerBound
    return state.withLock { state -> (UInt64, Range<UInt64>)? in
      let block = state.nextBlock
      guard state.lowest == nil, block * blockSize < count else { return nil }
      state.nextBlock += 1
      let first = seeds.lowerBound + block * blockSize
      return (block, first..<first + min(blockSize, seeds.upperBound - first))
    }
  }

  private func isWanted(_ seed: UInt64) -> Bool {
    state.withLock { $0.lowest.map { seed < $0.seed } ?? true }
  }

  private func failed(_ seed: UInt64, _ error: any Error) {
    state.withLock { state in
      guard state.lowest.map({ seed < $0.seed }) ?? true else { return }
      state.lowest = Broken(seed: seed, error: error)
    }
  }
}
