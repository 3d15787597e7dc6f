internal import Foundation
internal import MaruSystem

/// The gateways of a tour and the folder that their files are in.
package final class Gateways: Sendable {
  private let program: URL
  private let folder: URL
  private let processes = Locked<[Process]>([])

  /// Makes the folder.
  ///
  /// - Parameter program: the gateway's executable.
  package init(program: String) throws {
    self.program = URL(fileURLWithPath: program)
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw GatewayFailure(reason: "\(program) is no program; Scripts/demo builds it and passes it")
    }
    folder = FileManager.default.temporaryDirectory
      .appending(path: "maru-tour-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Starts one more gateway, with a database of its own.
  ///
  /// - Parameter more: flags besides the usual.
  func start(_ more: [String] = []) async throws -> GatewayProcess {
    let number = processes.withLock { $0.count + 1 }
    return try await GatewayProcess(
      program, folder: folder, name: "gateway-\(number)", more: more
    ) { process in
      processes.withLock { $0.append(process) }
    }
  }

  /// Starts a gateway that was ended once more: at the same port, on the same database.
  func startAgain(_ gateway: GatewayProcess) async throws -> GatewayProcess {
    try await GatewayProcess(
      program, folder: folder, name: gateway.name, port: gateway.address.port ?? 0,
      more: gateway.more
    ) { process in
      processes.withLock { $0.append(process) }
    }
  }

  /// A folder of an app's, which is removed with the others.
  func makeFolder(_ name: String) throws -> URL {
    let app = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: app, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return app
  }

  /// Ends a process with the gateways if it is still there then.
  func willEnd(_ process: Process) {
    processes.withLock { $0.append(process) }
  }

  /// What all of them have logged.
  func logs() -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".log") }.compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }.joined()
  }

  /// Ends them all.
  package func stopAll() async {
    for process in processes.withLock({ $0 }) { await GatewayProcess.stop(process) }
  }

  /// Ends them all at once and removes their files, for when the tour itself has no time left.
  package func killAll() {
    for process in processes.withLock({ $0 }) where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
    }
    removeFiles(keepingLogs: false)
  }

  /// Removes the folder, or all in it but the logs. Databases never stay.
  ///
  /// - Returns: where the logs are, if they are kept.
  @discardableResult
  package func removeFiles(keepingLogs: Bool) -> String? {
    let files = FileManager.default
    guard keepingLogs else {
      try? files.removeItem(at: folder)
      return nil
    }
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where !name.hasSuffix(".log") {
      try? files.removeItem(at: folder.appending(path: name))
    }
    return folder.path
  }
}
