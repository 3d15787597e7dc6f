import Foundation
import Maru

/// What the gateway serves under load, with wrk on the same machine.
enum GatewayLoad {
  private struct Tokens: Decodable, Sendable {
    var accessToken: String
    private enum CodingKeys: String, CodingKey { case accessToken = "access_token" }
  }

  /// Starts a gateway of its own with a fresh database.
  ///
  /// - Parameter inMemory: whether the database's files are no files, so that the disk is left out.
  static func serving(
    _ gateway: String, _ more: [String] = [], inMemory: Bool = false,
    _ body: (URL, ChildProcess) async throws -> Void
  ) async throws {
    let port = try freePort()
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path())
    let parent = inMemory && isThere ? memory : FileManager.default.temporaryDirectory
    let folder = parent.appending(path: "maru-gateway-\(port)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = try ChildProcess(
      [
        gateway, "--port", "\(port)", "--database", folder.appending(path: "todos.sqlite").path(),
        "--demo-users", "--access-token-seconds", "3600",
      ] + more)
    defer { process.stop() }
    try await waitUntilListening(on: port)
    // A constant with a number.
    try await body(URL(string: "http://127.0.0.1:\(port)")!, process)
  }

  /// An access token of the demonstration's user.
  static func token(at base: URL) async throws -> String {
    let client = try MaruClient(
      .init(baseURL: base, plainHTTP: .allowedToLoopback), credentials: nil)
    let tokens = try await client.send(
      Endpoint<Tokens>.post(
        "/v1/token",
        body: .form(["grant_type": "password", "username": "minji", "password": "maru-demo"]),
        credential: .none))
    await client.shutdown(.finishing)
    return tokens.accessToken
  }

  static func hello(gateway: String) async throws {
    try await serving(gateway) { base, _ in
      let result = try Wrk.run(base.appending(path: "v1/hello"), connections: 64)
      Report.result("gateway-hello.requests-per-s", result.requestsPerSecond, "requests/s")
      Report.result("gateway-hello.p99-ms", result.p99Milliseconds, "ms")
    }
  }

  static func todos(gateway: String) async throws {
    try await serving(gateway) { base, _ in
      let token = try await token(at: base)
      let result = try Wrk.run(
        base.appending(path: "v1/todos"), connections: 64,
        headers: ["Authorization: Bearer \(token)"])
      Report.result("gateway-todos.requests-per-s", result.requestsPerSecond, "requests/s")
      Report.result("gateway-todos.p99-ms", result.p99Milliseconds, "ms")
    }
  }
}
