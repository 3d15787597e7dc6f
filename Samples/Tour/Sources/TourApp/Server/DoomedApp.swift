internal import Foundation
internal import Maru
internal import TodoClient

/// An app of its own process that begins a refresh, stops in the middle of it, and is killed there.
///
/// The tour starts its own program again, with a flag that no help names.
enum DoomedApp {
  /// Where in a refresh the app is killed.
  enum Moment: String, CaseIterable, Sendable {
    /// The answer has come, and nothing of it is stored.
    case unstored
    /// The new refresh token is stored, and no call has gone out with the new access token.
    case unused

    var words: String {
      switch self {
      case .unstored: "before the answer is stored"
      case .unused: "before the new token is used"
      }
    }
  }

  static let flag = "--doomed-app"
  private static let sign = "the moment has come"

  /// Where the app keeps its secrets; the key lies beside them, which no real one's should.
  static func store(in folder: URL) async throws -> EncryptedFileStore {
    let path = folder.appending(path: "key").path
    let key =
      FileManager.default.fileExists(atPath: path)
      ? try await SecretFileKey.read(from: path) : try await SecretFileKey.makeFile(at: path)
    return try EncryptedFileStore(
      EncryptedFileStore.Settings(
        path: folder.appending(path: "secrets").path, purpose: "tour", missingFile: .startsEmpty),
      key: key)
  }

  // MARK: - The tour's side

  /// Starts the app, waits until it is where it is to die, and kills it.
  ///
  /// - Returns: whether it died of that.
  static func runAndKill(
    at moment: Moment, folder: URL, story: RequestID, on stage: Stage
  ) async throws -> Bool {
    let output = folder.appending(path: "output")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let handle = try FileHandle(forWritingTo: output)
    defer { try? handle.close() }
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      flag, moment.rawValue, folder.path, stage.gateway.address.absoluteString, story.rawValue,
      stage.transport.rawValue,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    stage.gateways.willEnd(process)
    let said = try await poll(for: .seconds(10)) {
      (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    } until: {
      $0.contains(sign) || !process.isRunning
    }
    guard said.contains(sign) else {
      throw GatewayFailure(reason: "the app did not come to its moment")
    }
    kill(process.processIdentifier, SIGKILL)
    _ = try await poll(for: .seconds(10), { process.isRunning }, until: { !$0 })
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  // MARK: - The app's side

  /// Runs the app if the tour was started as one; it never ends by itself.
  static func runIfAsked(_ arguments: [String]) async throws {
    guard arguments.count == 6, arguments[0] == flag, let moment = Moment(rawValue: arguments[1]),
      let address = URL(string: arguments[3]), let transport = TourTransport(rawValue: arguments[5])
    else { return }
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: address, plainHTTP: .allowedToLoopback),
      transport: transport.make(), ownership: .client, credentials: nil, surroundings: .system)
    var tokens = TokenService(client)
    tokens.context = try CallContext(requestID: RequestID(arguments[4]))
    let store = try await store(in: URL(fileURLWithPath: arguments[2]))
    let session = TokenSession(
      todos: Stopping(base: tokens, stops: moment == .unstored),
      store: StoppingStore(base: store, stops: moment == .unused),
      account: try .todos(Stage.userName))
    _ = try await session.credential()
  }

  private static func stopHere() async {
    FileHandle.standardOutput.write(Data((sign + "\n").utf8))
    // The kill is what ends this.
    while true { try? await Task.sleep(for: .seconds(60)) }
  }

  /// Stops when the answer has come.
  private struct Stopping: TokenRefresher {
    let base: TokenService
    let stops: Bool

    func refresh(_ token: Sensitive<String>) async throws -> TokenGrant {
      let grant = try await base.refresh(token)
      if stops { await stopHere() }
      return grant
    }
  }

  /// Stops when the record is written.
  private struct StoppingStore: SecretStore {
    let base: EncryptedFileStore
    let stops: Bool

    func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
      try await base.read(key)
    }

    func write(
      _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
    ) async throws(SecretStoreError) {
      try await base.write(value, for: key, accessibility: accessibility)
      if stops { await stopHere() }
    }

    func delete(_ key: SecretKey) async throws(SecretStoreError) { try await base.delete(key) }

    func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
      try await base.deleteAll(in: namespace)
    }
  }
}
