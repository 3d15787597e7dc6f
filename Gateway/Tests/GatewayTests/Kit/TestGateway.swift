import Foundation
import GatewayApp
import Testing

/// A gateway in this process, with a database and a log of its own.
final class TestGateway: Sendable {
  let folder: URL
  let running: RunningGateway

  init(_ change: (inout Settings) -> Void = { _ in }) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var settings = Settings()
    settings.port = 0
    settings.databasePath = folder.appendingPathComponent("db.sqlite").path
    settings.logPath = folder.appendingPathComponent("log").path
    settings.hasDemoUsers = true
    settings.allowsFaults = true
    change(&settings)
    running = try RunningGateway(settings) { deviation in
      Issue.record("an answer differs from its declaration: \(deviation)")
    }
  }

  var port: UInt16 { running.port }

  var log: String {
    (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
  }

  /// Serves one test and stops; what is left in the temporary folder is removed.
  static func serving<Result>(
    _ change: (inout Settings) -> Void = { _ in }, _ body: (TestGateway) async throws -> Result
  ) async throws -> Result {
    let gateway = try TestGateway(change)
    do {
      let result = try await body(gateway)
      await gateway.end()
      return result
    } catch {
      await gateway.end()
      throw error
    }
  }

  private func end() async {
    await running.stopped()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - Calls

  /// One request on a connection of its own.
  func call(
    _ method: String, _ path: String, token: String? = nil, json: String? = nil,
    form: String? = nil, _ fields: [String: String] = [:]
  ) throws -> RawAnswer {
    try #require(try attempt(method, path, token: token, json: json, form: form, fields))
  }

  /// One request on a connection of its own; nil if there is no whole answer.
  func attempt(
    _ method: String, _ path: String, token: String? = nil, json: String? = nil,
    form: String? = nil, _ fields: [String: String] = [:]
  ) throws -> RawAnswer? {
    let connection = try RawConnection(port: port)
    connection.send(
      Self.request(method, path, token: token, json: json, form: form, fields))
    return connection.answer(toHead: method == "HEAD")
  }

  static func request(
    _ method: String, _ path: String, token: String? = nil, json: String? = nil,
    form: String? = nil, _ fields: [String: String] = [:]
  ) -> String {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    if json != nil { head += "Content-Type: application/json\r\n" }
    if form != nil { head += "Content-Type: application/x-www-form-urlencoded\r\n" }
    let body = json ?? form ?? ""
    if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    return head + "\r\n" + body
  }

  func signIn(_ name: String = "minji") throws -> RawAnswer {
    try call(
      "POST", "/v1/token", form: "grant_type=password&username=\(name)&password=maru-demo")
  }

  func token(_ name: String = "minji") throws -> String {
    try signIn(name).string("access_token")
  }

  func refresh(_ token: String) throws -> RawAnswer {
    try call("POST", "/v1/token", form: "grant_type=refresh_token&refresh_token=\(token)")
  }

  func titles(_ token: String) throws -> [String] {
    let items = try call("GET", "/v1/todos?limit=100", token: token).json["items"]
    return (items as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
  }
}
