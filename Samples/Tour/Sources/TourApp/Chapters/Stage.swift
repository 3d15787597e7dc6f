internal import Foundation
internal import Maru
internal import MaruDiagnostics
internal import MaruSystem
internal import TodoClient

/// What chapters play on: a gateway, somebody who is signed in there, and a witness.
struct Stage: Sendable {
  let gateways: Gateways
  let gateway: GatewayProcess
  /// Asks the gateway what it saw.
  let witness: Witness
  /// Hears what the tour's clients send.
  let tap: WireTap
  /// Says what is being waited for.
  let progress: Progress
  /// Who is signed in.
  let session: TokenSession
  /// The client of whoever is signed in.
  let client: MaruClient
  /// Where tokens come from.
  let tokens: TokenService
  /// What must not be said anywhere.
  let secrets: SecretWatch
  /// Records what the tour's clients send, but for the witness's and those of other processes.
  let recorder: ExchangeRecorder
  /// What the chapters before have shown.
  let results = Locked<[ChapterResult]>([])
  private let tokenClient: MaruClient
  /// What carries the calls, but for the witness's.
  let transport: TourTransport

  /// The development user of the gateway.
  static let userName = "minji"
  /// That user's password, which is no secret: the gateway makes such users for `--demo-users` only.
  static let password = Sensitive("maru-demo")

  /// Starts a gateway and signs in.
  ///
  /// - Parameter transport: what carries the calls, but for the witness's.
  init(_ gateways: Gateways, progress: Progress, transport: TourTransport) async throws {
    self.gateways = gateways
    self.transport = transport
    self.progress = progress
    tap = WireTap()
    let secrets = SecretWatch()
    self.secrets = secrets
    recorder = transport.recorder()
    gateway = try await gateways.start()
    witness = try Witness(address: gateway.address)
    tokenClient = try Self.client(
      gateway.address, transport, secrets, recorder, credentials: nil)
    tokens = TokenService(tokenClient)
    session = TokenSession(todos: tokens, store: MemorySecretStore())
    client = try Self.client(
      gateway.address, transport, secrets, recorder, credentials: session,
      observers: [tap.observer()])
    try await session.signIn(name: Self.userName, password: Self.password, by: tokens)
  }

  /// Signs in once more, in a session of its own; the sign-in is not shown.
  ///
  /// - Parameters:
  ///   - refresher: what the session refreshes by, as a service that names its calls.
  ///   - isOutdated: whether the access token is one that the server does not take.
  func signIn(
    refreshingBy refresher: any TokenRefresher, store: any SecretStore = MemorySecretStore(),
    isOutdated: Bool = false, observers: [any TokenObserver] = []
  ) async throws -> TokenSession {
    var grant = try await tokens.signIn(
      name: Self.userName, password: Self.password, device: "tour")
    if isOutdated {
      // Nobody has told the client when it expires: it hears of it by the server's 401.
      grant = TokenGrant(accessToken: Sensitive("outdated"), refreshToken: grant.refreshToken)
    }
    let session = TokenSession(todos: refresher, store: store, observers: observers)
    try await session.signIn(grant, as: .todos(Self.userName))
    return session
  }

  /// The token service under a name, by which the witness finds its calls.
  func tokens(
    _ story: RequestID, on client: MaruClient, fault: EndpointHeader? = nil
  ) throws -> TokenService {
    var tokens = TokenService(client)
    tokens.context = try CallContext(requestID: story)
    tokens.headers = fault.map { [$0] } ?? []
    return tokens
  }

  /// Ends the clients; the gateways are their owner's to end.
  func close() async {
    await client.shutdown(.cancelling)
    await tokenClient.shutdown(.cancelling)
    await witness.shutdown()
  }

  private static func client(
    _ address: URL, _ transport: TourTransport, _ secrets: SecretWatch,
    _ recorder: ExchangeRecorder, credentials: (any CredentialProvider)?,
    retry: RetryPolicy = RetryPolicy(), gathering: Int = 0, observers: [any CallObserver] = []
  ) throws -> MaruClient {
    // Plain http is refused unless it is asked for by name, and then only to this machine.
    var configuration = try MaruClient.Configuration(
      baseURL: address, plainHTTP: .allowedToLoopback, userAgent: "Maru-Tour/1")
    configuration.retry = retry
    return try MaruClient(
      configuration,
      transport: Gathering(
        recorder.watching(transport.make()), count: gathering, secrets: secrets),
      ownership: .client, credentials: credentials, surroundings: .system,
      observers: observers + [recorder])
  }

  /// Uses a client of its own, whose calls are shown like the others.
  ///
  /// - Parameters:
  ///   - gathering: so many requests are there before the first of them is sent.
  ///   - recorder: what records them; nil: the stage's.
  func withClient<Value: Sendable>(
    at address: URL? = nil, credentials: (any CredentialProvider)?,
    retry: RetryPolicy = RetryPolicy(), gathering: Int = 0, observers: [any CallObserver] = [],
    recorder: ExchangeRecorder? = nil, _ use: (MaruClient) async throws -> Value
  ) async throws -> Value {
    let client = try Self.client(
      address ?? gateway.address, transport, secrets, recorder ?? self.recorder,
      credentials: credentials, retry: retry, gathering: gathering,
      observers: [tap.observer()] + observers)
    do {
      let value = try await use(client)
      await client.shutdown(.cancelling)
      return value
    } catch {
      await client.shutdown(.cancelling)
      throw error
    }
  }

  /// A name for some calls, by which the witness finds them at the server.
  func story() throws -> RequestID { try RequestID("tour-\(UUID().uuidString.lowercased())") }

  /// A key that the tour can ask about later.
  func key() throws -> IdempotencyKey { try IdempotencyKey(UUID().uuidString.lowercased()) }

  /// The todos of whoever is signed in.
  ///
  /// - Parameters:
  ///   - story: the name that the calls go under.
  ///   - client: nil: the stage's.
  ///   - fault: the field that has the gateway do something wrong.
  func todos(
    _ story: RequestID, on client: MaruClient? = nil, fault: EndpointHeader? = nil,
    deadline: Duration? = nil
  ) throws -> TodoService {
    var todos = TodoService(client ?? self.client)
    todos.context = try CallContext(requestID: story)
    todos.headers = fault.map { [$0] } ?? []
    todos.deadline = deadline
    return todos
  }
}
