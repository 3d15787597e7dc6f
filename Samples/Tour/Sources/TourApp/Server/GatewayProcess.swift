internal import Foundation

/// A gateway that the tour has started, and that it ends.
final class GatewayProcess: Sendable {
  /// Where it listens.
  let address: URL
  /// Where it writes its log.
  let log: URL
  /// What its files are called.
  let name: String
  /// Its flags besides the usual.
  let more: [String]
  // Process is Sendable, and locks what it holds.
  private let process: Process

  /// Starts a gateway and waits until it listens.
  ///
  /// - Parameters:
  ///   - program: the gateway's executable.
  ///   - folder: where its database and its log go.
  ///   - name: what these files are called.
  ///   - port: where it listens; 0: where it likes.
  ///   - more: flags besides the usual.
  ///   - started: hears of the process at once, so that it can be ended whatever happens here.
  init(
    _ program: URL, folder: URL, name: String, port: Int = 0, more: [String] = [],
    started: (Process) -> Void
  ) async throws {
    self.name = name
    self.more = more
    let log = folder.appending(path: "\(name).log")
    let ready = folder.appending(path: "\(name).ready")
    let output = folder.appending(path: "\(name).output")
    // Of an earlier start.
    try? FileManager.default.removeItem(at: ready)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = program
    process.arguments =
      [
        "--demo-users", "--allow-faults", "--port", "\(port)", "--shutdown-seconds", "2",
        "--database", folder.appending(path: "\(name).sqlite").path,
        "--log-file", log.path, "--ready-file", ready.path,
      ] + more
    process.environment = Self.environment
    process.standardInput = FileHandle.nullDevice
    let handle = try FileHandle(forWritingTo: output)
    defer { try? handle.close() }
    process.standardOutput = handle
    process.standardError = handle
    do {
      try process.run()
    } catch {
      throw GatewayFailure(reason: "\(program.path) can't be run")
    }
    started(process)
    address = try await Self.address(in: ready, of: process, output: output)
    self.log = log
    self.process = process
  }

  /// The tour's environment without the gateway's own settings, which would win over the defaults.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARU_GATEWAY_") }
  }

  private static func address(
    in ready: URL, of process: Process, output: URL
  ) async throws -> URL {
    let line = try await poll(for: .seconds(20)) {
      process.isRunning ? try? String(contentsOf: ready, encoding: .utf8) : "ended"
    } until: {
      $0 != nil
    }
    if let line, let word = line.split(whereSeparator: \.isWhitespace).last,
      word.hasPrefix("http://"), let url = URL(string: String(word))
    {
      return url
    }
    guard line != nil else { throw GatewayFailure(reason: "it did not listen within 20 s") }
    let said = try? String(contentsOf: output, encoding: .utf8).split(separator: "\n").first
    throw GatewayFailure(reason: said.map { "it ended and said: \($0)" } ?? "it ended at once")
  }

  /// Ends it as a power cut would.
  func kill() async {
    Foundation.kill(process.processIdentifier, SIGKILL)
    while process.isRunning { await Self.pause() }
  }

  /// Asks it to end, and ends it if it does not.
  func stop() async {
    await Self.stop(process)
  }

  static func stop(_ process: Process) async {
    guard process.isRunning else { return }
    process.terminate()
    // Also when the tour is being cancelled: nothing may be left running.
    let end = ContinuousClock.now + .seconds(5)
    while process.isRunning, ContinuousClock.now < end { await pause() }
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    while process.isRunning { await pause() }
  }

  /// Waits a moment, also in a task that is cancelled.
  private static func pause() async {
    await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
  }
}

/// A gateway that could not be started.
package struct GatewayFailure: Error, CustomStringConvertible {
  let reason: String

  /// Why.
  package var description: String { "the gateway could not be started: \(reason)" }
}
