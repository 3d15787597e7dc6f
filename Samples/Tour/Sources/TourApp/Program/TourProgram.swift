internal import Foundation
internal import Maru

/// The command `tour`.
package enum TourProgram {
  /// Runs it to its end, and the process's.
  ///
  /// - Parameter arguments: without the program's name.
  package static func runToEnd(arguments: [String], environment: [String: String]) -> Never {
    TerminationSignals.block()
    let interruption = Interruption()
    // Its owner is the process, which ends with it.
    Task {
      let code = await run(
        arguments: arguments, environment: environment, interruption: interruption)
      exit(code.rawValue)
    }
    // The main thread waits here and not for its queue: there, libdispatch lets signals through.
    while true {
      TerminationSignals.next()
      interruption.wish()
    }
  }

  private static func run(
    arguments: [String], environment: [String: String], interruption: Interruption
  ) async -> ExitCode {
    do {
      try await DoomedApp.runIfAsked(arguments)
    } catch {
      return .oneFails
    }
    let people = Terminal(environment: environment, isForPrograms: false)
    let wishes: TourArguments
    do {
      wishes = try TourArguments(arguments, chapters: Chapters.all.map(\.name))
    } catch {
      people.note("tour: \(error)")
      return .usage
    }
    if wishes.showsHelp {
      people.show(TourHelp.text(width: people.style.width))
      return .allHold
    }
    if wishes.listsChapters {
      people.show(TourHelp.list)
      return .allHold
    }
    guard let program = wishes.gateway else {
      people.note("tour: --gateway PATH is missing; Scripts/demo builds a gateway and passes it")
      return .usage
    }
    let terminal = Terminal(environment: environment, isForPrograms: wishes.isJSON)
    do {
      return try await tour(wishes, Gateways(program: program), terminal, interruption)
    } catch {
      terminal.note("tour: \(error)")
      return .gatewayFailed
    }
  }

  private static func tour(
    _ wishes: TourArguments, _ gateways: Gateways, _ terminal: Terminal,
    _ interruption: Interruption
  ) async throws -> ExitCode {
    let pages = TourPages(terminal: terminal)
    let tour = Tour(
      chapters: Chapters.all.filter {
        wishes.chapters.isEmpty || wishes.chapters.contains($0.name)
      },
      pages: pages, progress: Progress(terminal), gateways: gateways,
      transport: wishes.transport ?? .standard)
    let start = ContinuousClock.now
    // Its owner is this function, which waits for its end; a signal cancels it.
    let telling = Task { try await tour.tell() }
    interruption.set {
      telling.cancel()
      terminal.note("tour: ending the gateways; once more Ctrl-C kills them")
    } atOnce: {
      gateways.killAll()
      // Not exit(): nothing may keep us from ending now.
      _exit(ExitCode.interrupted.rawValue)
    }
    let told = await telling.result
    await gateways.stopAll()
    switch told {
    case .success(let results):
      let holds = results.allSatisfy(\.holds)
      let logs = gateways.removeFiles(keepingLogs: wishes.keepsLogs || !holds)
      let took = ContinuousClock.now - start
      if wishes.isJSON {
        terminal.writeResults(TourReport(results, took: took, logs: logs).json)
      } else {
        pages.closing(results, took: took, logs: logs)
      }
      guard !terminal.isBroken else { return .outputFailed }
      return holds ? .allHold : .oneFails
    case .failure(is CancellationError):
      gateways.removeFiles(keepingLogs: false)
      return .interrupted
    case .failure(let error):
      gateways.removeFiles(keepingLogs: false)
      throw error
    }
  }
}
