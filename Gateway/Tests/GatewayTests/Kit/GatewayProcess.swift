import Foundation
import Testing

/// The built program as a process of its own.
final class GatewayProcess {
  private let process = Process()
  private let errors: URL
  let folder: URL
  private(set) var port: UInt16 = 0

  /// Where the build has put the program: beside the bundle that these tests are in, whatever the
  /// scratch path is.
  static func executable() throws -> URL {
    var candidates = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
    candidates += CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
    #if os(Linux)
      candidates.append(URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath())
    #endif
    for candidate in candidates {
      var folder = candidate
      for _ in 0..<4 {
        let file = folder.appendingPathComponent("gateway")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
          !isFolder.boolValue
        {
          return file
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    throw NotBuilt()
  }

  struct NotBuilt: Error {}

  /// A new folder that the caller removes.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-process-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Starts the program; it may end at once if that is what its arguments ask for.
  init(in folder: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
    self.folder = folder
    errors = folder.appendingPathComponent("errors")
    try Data().write(to: errors)
    process.executableURL = try Self.executable()
    process.arguments = arguments
    process.environment = environment
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Starts the program on a free port and waits until it accepts.
  static func serving(in folder: URL, _ more: [String] = []) throws -> GatewayProcess {
    let ready = folder.appendingPathComponent("ready")
    try? FileManager.default.removeItem(at: ready)
    let gateway = try GatewayProcess(
      in: folder,
      [
        "--port", "0", "--ready-file", ready.path, "--demo-users", "--allow-faults", "--database",
        folder.appendingPathComponent("db.sqlite").path,
      ] + more)
    for _ in 0..<1000 where gateway.process.isRunning {
      if let line = try? String(contentsOf: ready, encoding: .utf8),
        let port = line.split(separator: ":").last.flatMap({ UInt16($0.dropLast()) })
      {
        gateway.port = port
        return gateway
      }
      usleep(20_000)
    }
    throw DidNotStart(text: gateway.errorText)
  }

  struct DidNotStart: Error {
    let text: String
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// How many sockets the process has open; on Linux only.
  func openSockets() throws -> Int {
    let folder = "/proc/\(process.processIdentifier)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      // One that was closed since the folder was read has no destination.
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return path?.hasPrefix("socket:") == true
    }.count
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// How the program ended: its exit code, or nil if a signal ended it or it still runs.
  func exitCode(within seconds: Double = 30) -> Int32? {
    let deadline = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < deadline { usleep(10_000) }
    guard !process.isRunning, process.terminationReason == .exit else { return nil }
    return process.terminationStatus
  }

  /// Waits until the process is gone, however it ended.
  func waitForEnd() {
    process.waitUntilExit()
  }

  func call(
    _ method: String, _ path: String, token: String? = nil, json: String? = nil,
    form: String? = nil, _ fields: [String: String] = [:]
  ) throws -> RawAnswer {
    let connection = try RawConnection(port: port)
    connection.send(
      TestGateway.request(method, path, token: token, json: json, form: form, fields))
    return try #require(connection.answer(within: 30))
  }

  func token(_ name: String = "minji") throws -> String {
    try call(
      "POST", "/v1/token", form: "grant_type=password&username=\(name)&password=maru-demo"
    ).string("access_token")
  }
}
