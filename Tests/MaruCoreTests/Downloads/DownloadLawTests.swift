import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// Downloads over a bad network from a server that can't be trusted, by processes that are killed at
/// any step, one after the other into the same folder.
///
/// The laws: what is at the destination is what was there or one whole version, never anything else;
/// a call that succeeds has put one there, and its last progress is exact; a call that ends by itself
/// without being asked to keep anything leaves nothing beside it; and when the network is good again,
/// the next call brings the file as it is now.
final class DownloadScenario {
  private let world: SimulatedWorld
  private let folder: ScratchFolder
  private let server: FileServer
  private let ranges: RangeRule
  private let old: [UInt8] = Array("what was there".utf8)
  private(set) var met = Met()

  /// What all worlds together have met.
  struct Met: WorldTally {
    var resumed = 0
    var killed = 0
    var failed = 0

    mutating func add(_ other: Met) {
      resumed += other.resumed
      killed += other.killed
      failed += other.failed
    }
  }

  init(world: SimulatedWorld, ranges: RangeRule = RangeRule()) throws {
    self.world = world
    self.ranges = ranges
    folder = try ScratchFolder()
    server = FileServer(
      random: world.random, size: world.random.integer(in: 0...2_000), manners: .bad)
    if world.random.happens(percent: 50) { try folder.put(old) }
  }

  /// A network that is as bad as this, but answers now and then.
  private static let faults: NetworkFaults = {
    var faults = NetworkFaults.rough
    faults.resetInBody = 15
    return faults
  }()

  func run() throws {
    for _ in 0..<3 { _ = try process(isCalm: false) }
    server.behave()
    let before = server.versions
    let end = try process(isCalm: true)
    guard server.versions == before, folder.bytes() == before.last?.bytes else {
      let outcome = end.error.map { "failed: \($0)" } ?? "succeeded"
      throw broken("the calm call \(outcome), and did not bring the file as it is")
    }
  }

  private struct End: Sendable {
    var file: DownloadedFile?
    var error: (any Error)?
  }

  private func process(isCalm: Bool) throws -> End {
    let random = world.random
    let deadStep = !isCalm && random.happens(percent: 40) ? random.integer(in: 1...14) : .max
    let step = Locked(0)
    var disk = Disk.inline
    disk.fault = { _ in
      // Once it is killed, nothing more is done to the disk, tidying up included.
      step.withLock { step in
        step += 1
        return step >= deadStep ? .broken : nil
      }
    }
    let server = server
    let one = try OneDownload(
      world: world, folder: folder, faults: isCalm ? .none : Self.faults, disk: disk,
      ranges: ranges, configure: { $0.retry.maximumAttempts = 4 }
    ) { server.answer($0) }
    var options = DownloadOptions(existing: .replaced)
    options.keepsPartial = random.happens(percent: 70)
    let cancelAfter = random.milliseconds(1...3_000)
    let isCancelled = !isCalm && random.happens(percent: 20)
    let end = Locked(End())
    let chosen = options
    try world.run { [world] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            let file = try await one.fetch(OneDownload.file, chosen)
            end.withLock { $0.file = file }
          } catch {
            end.withLock { $0.error = error }
          }
        }
        if isCancelled {
          try? await world.sleep(for: cancelAfter)
          group.cancelAll()
        }
      }
    }
    let result = end.withLock { $0 }
    let isKilled = step.withLock { $0 } >= deadStep
    met.killed += isKilled ? 1 : 0
    met.resumed += one.ranges.contains { $0 != nil } ? 1 : 0
    met.failed += result.error == nil ? 0 : 1
    world.note(
      "ended with \(result.error.map { "\($0)" } ?? "a file"), asked for \(one.ranges), "
        + "killed \(isKilled), versions \(server.versions.count), beside it \(folder.names)")
    try check(one, result, isKilled: isKilled, keeps: options.keepsPartial)
    return result
  }

  private func check(_ one: OneDownload, _ end: End, isKilled: Bool, keeps: Bool) throws {
    let bytes = folder.bytes()
    let isWhole = server.versions.contains { $0.bytes == bytes }
    guard bytes == nil || bytes == old || isWhole else {
      throw broken("the destination has neither what was there nor a whole version")
    }
    if let file = end.file {
      guard isWhole, file.byteCount == bytes?.count else {
        throw broken("the call succeeded without a whole file")
      }
      guard one.progress.withLock({ $0.last?.completed }) == bytes?.count else {
        throw broken("the last progress is not the file's size")
      }
    }
    guard isKilled || keeps || folder.names.allSatisfy({ !$0.contains("partial") }) else {
      throw broken("something is left beside the destination")
    }
    for reports in Dictionary(grouping: one.progress.withLock { $0 }, by: \.attempt).values {
      guard reports[0].completed == reports[0].start,
        zip(reports, reports.dropFirst()).allSatisfy({ $0.completed < $1.completed })
      else { throw broken("progress does not only grow within an attempt") }
    }
  }

  private func broken(_ problem: String) -> SimulationFailure {
    SimulationFailure(seed: world.seed, problem: problem)
  }
}

@Suite struct DownloadLawTests {
  @Test func `a download is whole or nothing in every world`() throws {
    let met = try seeds.tally { world in
      let scenario = try DownloadScenario(world: world)
      try scenario.run()
      return scenario.met
    }
    // Else the worlds would prove nothing.
    guard seeds.all.count >= 100 else { return }
    #expect(met.resumed > 20 && met.killed > 20 && met.failed > 20, "\(met)")
  }

  /// Mistakes that a client can make with ranges: each must be found.
  enum PlantedMistake: String, CaseIterable, Sendable {
    case resumesWithoutIfRange, appendsOneTooEarly, appendsOneTooLate, believesAnyPart

    var rule: RangeRule {
      var rule = RangeRule()
      let honest = rule
      switch self {
      case .resumesWithoutIfRange:
        rule.ask = { state in
          var request = honest.ask(state)
          request?.validator = nil
          return request
        }
      case .appendsOneTooEarly, .appendsOneTooLate:
        let shift = self == .appendsOneTooEarly ? -1 : 1
        rule.judge = { head, asked, length in
          guard case .part(let first, let count, _)? = honest.judge(head, asked, length) else {
            return honest.judge(head, asked, length)
          }
          return .part(first: first + shift, count: count, total: nil)
        }
      case .believesAnyPart:
        rule.judge = { head, asked, length in
          guard head.status == 206, let asked, let length else {
            return honest.judge(head, asked, length)
          }
          return .part(first: asked.first, count: length, total: nil)
        }
      }
      return rule
    }
  }

  @Test(arguments: PlantedMistake.allCases)
  func `a planted mistake with ranges is found`(mistake: PlantedMistake) throws {
    let failure = firstFailure(seeds: 0..<3_000) { world in
      try DownloadScenario(world: world, ranges: mistake.rule).run()
    }
    let found = try #require(failure, "no world shows it")
    #expect(found.problem.contains("whole"), "found by another law: \(found.problem)")
    #expect(!found.trace.isEmpty)
  }
}
