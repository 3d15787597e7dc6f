internal import Foundation
internal import Maru
internal import MaruSystem

/// The tour itself: one chapter after the other, on one stage.
struct Tour: Sendable {
  let chapters: [any Chapter]
  let pages: TourPages
  let progress: Progress
  let gateways: Gateways
  let transport: TourTransport

  /// How long a chapter may take; the longest takes four seconds.
  private static let limit = Duration.seconds(45)

  /// Tells the chapters.
  ///
  /// - Throws: ``GatewayFailure``, or `CancellationError` if the tour is to end.
  func tell() async throws -> [ChapterResult] {
    let stage = try await progress.whileRunning("the gateway starts") {
      try await Stage(gateways, progress: progress, transport: transport)
    }
    pages.opening(chapters.count, at: stage.gateway.address.absoluteString)
    var results: [ChapterResult] = []
    do {
      for (index, chapter) in chapters.enumerated() {
        try Task.checkCancellation()
        pages.heading(chapter, index + 1, of: chapters.count)
        let result = try await tell(chapter, on: stage)
        pages.result(result)
        results.append(result)
        stage.results.withLock { [results] in $0 = results }
        guard !pages.terminal.isBroken else { break }
      }
    } catch {
      await stage.close()
      throw error
    }
    await stage.close()
    return results
  }

  private func tell(_ chapter: any Chapter, on stage: Stage) async throws -> ChapterResult {
    stage.tap.clear()
    let start = ContinuousClock.now
    let findings = try await progress.whileRunning(chapter.name) {
      try await withinLimit { try await chapter.run(on: stage) }
    }
    return ChapterResult(
      name: chapter.name, promise: chapter.promise, findings: findings, calls: stage.tap.calls,
      took: ContinuousClock.now - start)
  }

  /// What keeps a chapter from measuring is a finding, too; only the tour's own end is none.
  private func withinLimit(
    _ run: @escaping @Sendable () async throws -> [Finding]
  ) async throws -> [Finding] {
    try await withThrowingTaskGroup(of: [Finding].self) { group in
      group.addTask {
        do {
          return try await run()
        } catch {
          return [Finding(false, "the chapter broke off: \(Self.shown(error))")]
        }
      }
      group.addTask {
        try await Task.sleep(for: Self.limit)
        return [Finding(false, "the chapter was not over after \(Self.limit.shown)")]
      }
      defer { group.cancelAll() }
      let findings = try await group.next() ?? []
      try Task.checkCancellation()
      return findings
    }
  }

  /// Maru's errors show nothing secret; of others only the type is sure not to.
  private static func shown(_ error: any Error) -> String {
    switch error {
    case let error as CallError: error.description
    case let error as GatewayFailure: error.description
    default: "\(type(of: error))"
    }
  }
}
