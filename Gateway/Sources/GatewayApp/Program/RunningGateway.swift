internal import Foundation
internal import GatewayCrypto
internal import GatewayHTTP
internal import GatewayServer
internal import GatewayStore
internal import MaruHTTP
internal import MaruSystem

/// The whole gateway, put together and serving.
public final class RunningGateway: Sendable {
  private let server: Server
  private let settings: Settings
  private let log: JSONLog
  private let events: EventService
  /// Whether health checks are told to send their requests elsewhere.
  private let isStopping = Locked(false)

  /// Opens the database and listens.
  ///
  /// - Throws: ``ProgramFailure`` with the exit code that tells what did not work.
  public convenience init(_ settings: Settings) throws(ProgramFailure) {
    let surroundings = Surroundings.real
    let log = try JSONLog(path: settings.logPath, now: surroundings.now)
    try self.init(settings, log: log, surroundings: surroundings, onDeviation: nil)
  }

  /// The same, with someone who hears of answers that differ from what their route declares.
  package convenience init(
    _ settings: Settings, onDeviation: @escaping @Sendable (String) -> Void
  ) throws(ProgramFailure) {
    let surroundings = Surroundings.real
    let log = try JSONLog(path: settings.logPath, now: surroundings.now)
    try self.init(settings, log: log, surroundings: surroundings, onDeviation: onDeviation)
  }

  private init(
    _ settings: Settings, log: JSONLog, surroundings: Surroundings,
    onDeviation: (@Sendable (String) -> Void)?
  ) throws(ProgramFailure) {
    self.settings = settings
    self.log = log
    let events = EventService(settings, uptime: surroundings.uptime)
    self.events = events
    let (opened, lastChange) = try Self.openStore(settings, surroundings)
    let store = events.hearing(opened)
    let served = Locked<Server?>(nil)
    let recorder = settings.allowsFaults ? RequestRecorder() : nil
    let claims = IdempotencyClaims()
    let writes = IdempotentWrites(
      store: store, claims: claims, surroundings: surroundings, hours: settings.idempotencyHours)
    let isStopping = isStopping
    let routes = Routes(
      health: HealthEndpoints(
        isDatabaseAnswering: { (try? await store.reader.answers()) ?? false },
        isStopping: isStopping),
      todos: TodoEndpoints(store: store, writes: writes, surroundings: surroundings),
      categories: CategoryEndpoints(store: store, writes: writes, surroundings: surroundings),
      token: Self.tokenEndpoint(settings, store, log, surroundings),
      revocation: RevocationEndpoint(store: store),
      sessions: SessionEndpoints(store: store, surroundings: surroundings),
      events: events.endpoint(
        settings, reader: store.reader, log: log, surroundings: surroundings),
      idempotency: IdempotencyEndpoint(
        store: store, claims: claims, surroundings: surroundings),
      hasSamples: settings.hasDemoUsers,
      debug: recorder.map { DebugEndpoints(recorder: $0, server: served) })
    let handler = GatewayHandler(
      router: routes.router,
      authenticator: Authenticator(store: store, now: surroundings.now),
      limiter: RequestLimiter(settings, uptime: surroundings.uptime),
      faults: settings.allowsFaults ? FaultSwitch() : nil, recorder: recorder,
      onDeviation: onDeviation, log: log, surroundings: surroundings)
    do {
      server = try Server(
        Self.configuration(settings, log, surroundings, onSweep: events.swept), handler: handler)
    } catch .outOfMemory {
      throw ProgramFailure(.systemExhausted, StartFailure.outOfMemory.description)
    } catch {
      throw ProgramFailure(.unavailable, "\(error); choose another with --port")
    }
    let server = server
    served.withLock { $0 = server }
    events.begin(
      from: lastChange, on: server, reader: store.reader, log: log, now: surroundings.now)
    announce()
  }

  private static func tokenEndpoint(
    _ settings: Settings, _ store: any Store, _ log: JSONLog, _ surroundings: Surroundings
  ) -> TokenEndpoint {
    TokenEndpoint(
      store: store,
      mint: TokenMint(
        random: surroundings.random, accessTokenSeconds: settings.accessTokenSeconds,
        refreshTokenDays: settings.refreshTokenDays, clockSkewSeconds: settings.clockSkewSeconds),
      passwords: PasswordChecker(
        random: surroundings.random, failuresPerMinute: settings.wrongPasswordsPerMinute,
        uptime: surroundings.uptime),
      surroundings: surroundings, allowsPasswords: settings.hasDemoUsers, log: log)
  }

  private static func openStore(
    _ settings: Settings, _ surroundings: Surroundings
  ) throws(ProgramFailure) -> (store: any Store, lastChange: Int64) {
    do {
      var last: Int64 = 0
      let store = try SQLiteStore(
        path: settings.databasePath, migrates: !settings.refusesOlderSchema
      ) { transaction in
        if settings.hasDemoUsers { try DemoData.seed(transaction, surroundings) }
        last = try transaction.lastChange()
      }
      return (store, last)
    } catch let error as OutdatedSchema {
      throw ProgramFailure(
        .schemaOutdated,
        "the database '\(settings.databasePath)' lacks \(error.missing.count) migrations; make them "
          + "with 'gateway migrate --database \(settings.databasePath)', or leave out --no-migrate")
    } catch {
      throw ProgramFailure(
        .databaseFailed, "cannot use the database '\(settings.databasePath)': \(error)")
    }
  }

  private static func configuration(
    _ settings: Settings, _ log: JSONLog, _ surroundings: Surroundings,
    onSweep: @escaping @Sendable () -> Void
  ) -> ServerConfiguration {
    var configuration = ServerConfiguration(
      makeRequestID: {
        var random = surroundings.random
        return RequestID(using: &random)
      },
      onExchange: { log.write($0) }, onSweep: onSweep)
    configuration.host = settings.host
    configuration.port = settings.port
    configuration.threads = settings.threads
    configuration.maximumConnections = settings.maximumConnections
    configuration.limits.bodyBytes = settings.maximumBodyBytes
    configuration.limits.headTime = .seconds(settings.headSeconds)
    configuration.limits.bodyTime = .seconds(settings.bodySeconds)
    configuration.limits.idleTime = .seconds(settings.idleSeconds)
    return configuration
  }

  private func announce() {
    log.write(.info, "listening", [("address", .text(address))])
    if settings.hasDemoUsers {
      log.write(.warning, "the development users are on: never on an open network")
    }
    if settings.allowsFaults {
      log.write(.warning, "faults on request are on: never on an open network")
    }
  }

  /// The port that it listens on.
  public var port: UInt16 { server.port }

  /// Where it listens, as a URL.
  public var address: String {
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    return "http://\(host):\(server.port)"
  }

  /// Answers what has arrived and stops. Blocks the thread, which must be none of a task's.
  ///
  /// - Returns: whether everything was answered in time.
  public func stop() -> Bool {
    let activity = server.activity
    log.write(
      .info, "stopping",
      [
        ("inFlight", .integer(activity.requestsInFlight)),
        ("streams", .integer(activity.streams)),
      ])
    isStopping.withLock { $0 = true }
    events.end()
    let inTime = server.stop(within: .seconds(settings.shutdownSeconds))
    log.write(
      inTime ? .info : .warning, inTime ? "stopped" : "stopped with requests unanswered")
    return inTime
  }

  /// Answers what has arrived and stops; for tasks.
  public func stopped() async {
    isStopping.withLock { $0 = true }
    events.end()
    await server.stopped()
  }
}

extension JSONLog {
  /// A request's line: nothing of it but its name, its method and the pattern of its route.
  fileprivate func write(_ exchange: Exchange) {
    let (seconds, attoseconds) = exchange.duration.components
    var fields: [(String, Value)] = [
      ("requestID", .text(exchange.requestID.rawValue)),
      ("method", .text(exchange.method?.rawValue ?? "-")),
      ("route", .text(exchange.route ?? "-")),
      ("status", .integer(exchange.status)),
      ("milliseconds", .decimal(Double(seconds) * 1000 + Double(attoseconds) / 1e15)),
      ("bytes", .integer(exchange.bodyBytes)),
    ]
    if exchange.delivery != .whole { fields.append(("fault", .text("answer broken on request"))) }
    write(exchange.status >= 500 ? .error : .info, "request", fields)
  }
}
