/// What the gateway is told when it is started.
public struct Settings: Hashable, Sendable {
  /// The numeric address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose.
  public var port: UInt16 = 8080
  /// How many event loops there are.
  public var threads = 2
  /// How many connections may be open at a time.
  public var maximumConnections = 4096
  /// The largest body that is taken.
  public var maximumBodyBytes = 1024 * 1024
  /// How long a head may take.
  public var headSeconds = 10
  /// How long a body may take.
  public var bodySeconds = 30
  /// How long a connection may be open without a request.
  public var idleSeconds = 60
  /// Whether a proxy in front tells the clients' addresses in X-Real-IP.
  public var isBehindProxy = false
  /// How many requests of one user are let through in a minute; 0 for any number.
  public var requestsPerMinute = 0
  /// How many requests for tokens of one address are let through in a minute; 0 for any number.
  public var tokenRequestsPerMinute = 0
  /// How many wrong passwords for one name are looked at in a minute; 0 for any number.
  public var wrongPasswordsPerMinute = 10
  /// How many event streams may be open at a time.
  public var maximumStreams = 2048
  /// How many of them one user may have.
  public var streamsPerUser = 20
  /// How long a stream is silent before a heartbeat is sent.
  public var heartbeatSeconds = 15
  /// How many bytes wait for the client of a stream before it is let go.
  public var streamQueueBytes = 64 * 1024
  /// How many changes a client that comes back is sent again at most.
  public var maximumReplay = 10_000
  /// How long the client of a stream is asked to wait before it comes back.
  public var retryMilliseconds = 2000
  /// The database's file.
  public var databasePath = "maru-gateway.sqlite"
  /// Whether an older database is left as it is, and the gateway does not start.
  public var refusesOlderSchema = false
  /// How long an access token is good.
  public var accessTokenSeconds = 300
  /// How long a refresh token is good.
  public var refreshTokenDays = 30
  /// How much longer than told tokens are good.
  public var clockSkewSeconds = 5
  /// How long an idempotency key is remembered.
  public var idempotencyHours = 24
  /// Whether the development users and their data are there.
  public var hasDemoUsers = false
  /// Whether requests may ask for faults.
  public var allowsFaults = false
  /// Where the log goes; nil for the standard error output.
  public var logPath: String?
  /// A file that is written when the gateway accepts connections.
  public var readyPath: String?
  /// Whether the address is printed when the gateway accepts connections.
  public var printsPort = false
  /// How long stopping may take.
  public var shutdownSeconds = 10
  /// What is done.
  public var command = Command.serve
  /// Whether `migrate` only says what it would do.
  public var isDryRun = false
  /// Whether the help was asked for, and nothing else is done.
  public var showsHelp = false

  /// What the program can do.
  public enum Command: Hashable, Sendable {
    /// Answers requests.
    case serve
    /// Brings the database to today's shape, and ends.
    case migrate
  }

  /// The defaults.
  public init() {}
}
