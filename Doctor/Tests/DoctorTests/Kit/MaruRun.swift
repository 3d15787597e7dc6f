import DoctorApp
import Foundation
import MaruSystem

/// One run of the program inside the test's process.
struct MaruRun {
  let code: ExitCode
  let output: String
  let said: String

  init(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    isTerminal: Bool = false, columns: Int? = nil
  ) {
    let output = Locked("")
    let said = Locked("")
    code = DoctorProgram.run(
      arguments: arguments,
      surroundings: Surroundings(
        environment: environment, isTerminal: isTerminal, columns: columns, readInput: { input },
        write: { text in output.withLock { $0 += text } },
        say: { text in said.withLock { $0 += text } }))
    self.output = output.withLock { $0 }
    self.said = said.withLock { $0 }
  }

  /// The output as JSON.
  var json: [String: Any] {
    let value = try? JSONSerialization.jsonObject(with: Data(output.utf8))
    return value as? [String: Any] ?? [:]
  }

  var findings: [[String: Any]] { json["findings"] as? [[String: Any]] ?? [] }
  var rules: [String] { findings.compactMap { $0["rule"] as? String } }
}

/// A folder that goes with the test.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "maru-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }

  func write(_ script: TrafficScript, _ name: String = "capture.har") throws -> String {
    try write(script.har, name)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
