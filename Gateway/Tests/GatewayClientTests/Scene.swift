import Foundation
import GatewayApp
import Maru
import MaruCurl
import MaruSystem
import Testing

/// A gateway in this process, and clients that speak to it over libcurl, as an app's would.
final class Scene: Sendable {
  let address: URL
  /// Somebody who is signed in at the gateway.
  let grant: Grant
  private let folder: URL
  private let gateway: RunningGateway
  private let transport: CurlTransport

  /// What the gateway gives for a password.
  nonisolated struct Grant: Decodable, Sendable {
    let accessToken: Sensitive<String>
    let refreshToken: Sensitive<String>
    let seconds: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      accessToken = Sensitive(try container.decode(String.self, forKey: .accessToken))
      refreshToken = Sensitive(try container.decode(String.self, forKey: .refreshToken))
      seconds = try container.decode(Int.self, forKey: .seconds)
    }

    private enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case refreshToken = "refresh_token"
      case seconds = "expires_in"
    }
  }

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var settings = Settings()
    settings.port = 0
    settings.databasePath = folder.appendingPathComponent("db.sqlite").path
    settings.logPath = folder.appendingPathComponent("log").path
    settings.hasDemoUsers = true
    settings.allowsFaults = true
    gateway = try RunningGateway(settings)
    address = try #require(URL(string: gateway.address))
    transport = try CurlTransport(.init(trust: .system))
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: address, plainHTTP: .allowedToLoopback), credentials: nil)
    grant = try await client.send(
      .post(
        "/v1/token",
        body: .form(["grant_type": "password", "username": "minji", "password": "maru-demo"]),
        credential: .none))
    await client.shutdown(.cancelling)
  }

  /// Plays one scene and ends what it used.
  static func playing(_ body: (Scene) async throws -> Void) async throws {
    let scene = try await Scene()
    do {
      try await body(scene)
      await scene.end()
    } catch {
      await scene.end()
      throw error
    }
  }

  private func end() async {
    await transport.shutdown(.cancelling)
    await gateway.stopped()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - Who calls

  /// How good the access token is that a session begins with.
  enum Beginning {
    /// The server does not know it, and nobody has told when it expires.
    case refused
    /// It is about to expire.
    case due
    /// It is good.
    case good
  }

  /// A session of the one who is signed in.
  ///
  /// - Parameter gate: is waited for before a refresh is sent.
  func session(
    _ beginning: Beginning, gate: @escaping @Sendable (Scene) async throws -> Void = { _ in }
  ) async throws -> TokenSession {
    let refresher = try OAuthTokenRefresher(
      endpoint: address.appending(path: "/v1/token"), clientID: "table",
      plainHTTP: .allowedToLoopback, transport: transport, surroundings: .system)
    let session = TokenSession(
      account: nil, configuration: .init(recovery: .sendsAgain),
      refresher: GatedRefresher(base: refresher) { [self] in try await gate(self) },
      store: MemorySecretStore(), surroundings: .system)
    let given =
      switch beginning {
      case .refused:
        TokenGrant(accessToken: Sensitive("outdated"), refreshToken: grant.refreshToken)
      case .due:
        TokenGrant(
          accessToken: grant.accessToken, refreshToken: grant.refreshToken,
          expiry: .after(.milliseconds(1)))
      case .good:
        TokenGrant(
          accessToken: grant.accessToken, refreshToken: grant.refreshToken,
          expiry: .after(.seconds(grant.seconds)))
      }
    try await session.signIn(
      given, as: TokenAccount("minji", in: SecretNamespace("session-table")))
    return session
  }

  /// Makes a client of the session's and shuts it down afterwards.
  ///
  /// - Parameter gathered: so many requests are there before the first of them is sent.
  func withClient<Value: Sendable>(
    _ session: TokenSession?, gathered: Int = 0, observers: [any CallObserver] = [],
    _ body: (MaruClient) async throws -> Value
  ) async throws -> Value {
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: address, plainHTTP: .allowedToLoopback),
      transport: Gathering(CurlTransport(.init(trust: .system)), count: gathered),
      ownership: .client, credentials: session, surroundings: .system, observers: observers)
    do {
      let value = try await body(client)
      await client.shutdown(.cancelling)
      return value
    } catch {
      await client.shutdown(.cancelling)
      throw error
    }
  }

  // MARK: - What the gateway saw

  /// How often the gateway was asked for something, by what it answered, from its own log.
  func answers(to route: String) -> [Int: Int] {
    let text =
      (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    var counts: [Int: Int] = [:]
    for line in text.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
        let fields = object as? [String: Any], fields["route"] as? String == route,
        let status = fields["status"] as? Int
      else { continue }
      counts[status, default: 0] += 1
    }
    return counts
  }

  /// Refreshes and sendings of the list, as the table counts them.
  var counts: Counts {
    Counts(
      // The first was the sign-in.
      refreshes: answers(to: "/v1/token").values.reduce(-1, +),
      sends: answers(to: "/v1/todos").values.reduce(0, +))
  }

  /// Waits until so many sendings of the list were refused.
  func untilRefused(_ count: Int) async throws {
    while answers(to: "/v1/todos")[401, default: 0] < count {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// Refreshes and sendings.
struct Counts: Hashable {
  var refreshes: Int
  var sends: Int
}

/// libcurl, whose first requests are all there before any of them is sent: a call that began after
/// the first refusal would wait for the refresh, and not be sent with the old token.
private struct Gathering: Transport {
  private let base: CurlTransport
  private let count: Int
  private let arrived = Counter()

  private final class Counter: Sendable {
    let value = Locked(0)
  }

  init(_ base: CurlTransport, count: Int) {
    self.base = base
    self.count = count
  }

  func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    arrived.value.withLock { $0 += 1 }
    while arrived.value.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(2)) }
    return try await base.perform(request, body: body, limits: limits, receive: receive)
  }

  func shutdown(_ mode: ShutdownMode) async { await base.shutdown(mode) }
}

/// Waits for something before it lets the real one refresh.
private struct GatedRefresher: TokenRefresher {
  let base: OAuthTokenRefresher
  let gate: @Sendable () async throws -> Void

  func refresh(_ token: Sensitive<String>) async throws -> TokenGrant {
    try await gate()
    return try await base.refresh(token)
  }
}
