extension Flag {
  /// Every flag, in the order of the help.
  static let all: [Flag] = [
    Flag(
      name: "host", placeholder: "ADDRESS", group: .listening,
      help: "numeric IPv4 or IPv6 address (default 127.0.0.1: this machine only)"
    ) { settings, text in
      settings.host = text
      return !text.isEmpty
    },
    Flag(
      name: "port", placeholder: "N", group: .listening,
      help: "0 picks a free one (0–65535; default 8080)"
    ) { settings, text in
      guard let port = UInt16(text) else { return false }
      settings.port = port
      return true
    },
    .number(
      "threads", \.threads, in: 1...64, .listening,
      "event loops, each on a thread of its own"),
    .number(
      "max-connections", \.maximumConnections, in: 1...100_000, .listening,
      "one more gets 503"),
    .number(
      "max-body-bytes", \.maximumBodyBytes, in: 0...1_073_741_824, .listening,
      "a larger body gets 413"),
    .number(
      "head-seconds", \.headSeconds, in: 1...3600, .listening,
      "a request's head that takes longer gets 408"),
    .number(
      "body-seconds", \.bodySeconds, in: 1...3600, .listening,
      "a request's body that takes longer gets 408"),
    .number(
      "idle-seconds", \.idleSeconds, in: 1...3600, .listening,
      "a connection without a request is closed"),
    .toggle(
      "behind-proxy", \.isBehindProxy, .listening,
      "X-Real-IP tells the client's address; only if none but the proxy can reach the port"),

    .number(
      "requests-per-minute", \.requestsPerMinute, in: 0...1_000_000, .limits,
      "of one user, that many also at once; one more gets 429; 0: any number"),
    .number(
      "token-requests-per-minute", \.tokenRequestsPerMinute, in: 0...1_000_000, .limits,
      "the same of one address for /v1/token and /v1/revoke"),
    .number(
      "wrong-passwords-per-minute", \.wrongPasswordsPerMinute, in: 0...1_000_000, .limits,
      "for one name; one more gets 429, also with the right password; 0: any number"),

    .number(
      "max-streams", \.maximumStreams, in: 0...100_000, .streams,
      "open at a time, each on a connection; one more gets 503"),
    .number(
      "streams-per-user", \.streamsPerUser, in: 1...100_000, .streams, "one more gets 429"),
    .number(
      "heartbeat-seconds", \.heartbeatSeconds, in: 1...300, .streams,
      "a silent stream gets a comment, and each stream's token is looked up again"),
    .number(
      "stream-queue-bytes", \.streamQueueBytes, in: 4096...16_777_216, .streams,
      "a client for which more waits is let go, and told to come back"),
    .number(
      "max-replay", \.maximumReplay, in: 0...1_000_000, .streams,
      "changes that are sent again to a client that comes back; for more it gets a reset"),
    .number(
      "retry-milliseconds", \.retryMilliseconds, in: 0...600_000, .streams,
      "how long a client is asked to wait before it comes back"),

    Flag(
      name: "database", placeholder: "PATH", group: .data,
      help: "SQLite file, made if missing (default maru-gateway.sqlite)"
    ) { settings, text in
      settings.databasePath = text
      return !text.isEmpty
    },
    .toggle(
      "no-migrate", \.refusesOlderSchema, .data,
      "an older database is not brought up: the gateway does not start"),
    .toggle(
      "dry-run", \.isDryRun, .data, "with 'migrate': says what would be done, and does not do it"),

    .number(
      "access-token-seconds", \.accessTokenSeconds, in: 1...86_400, .tokens,
      "how long an access token is good"),
    .number(
      "refresh-token-days", \.refreshTokenDays, in: 1...3650, .tokens,
      "how long a refresh token is good"),
    .number(
      "clock-skew-seconds", \.clockSkewSeconds, in: 0...300, .tokens,
      "how much longer than told both are good"),
    .number(
      "idempotency-hours", \.idempotencyHours, in: 1...8760, .tokens,
      "how long an idempotency key is remembered"),

    .path("log-file", \.logPath, .operation, "JSON lines, appended (default: standard error)"),
    .path(
      "ready-file", \.readyPath, .operation,
      "written with 'listening on http://…' once connections are accepted"),
    .toggle(
      "print-port", \.printsPort, .operation,
      "prints that line on standard output once connections are accepted"),
    .number(
      "shutdown-seconds", \.shutdownSeconds, in: 0...3600, .operation,
      "how long stopping waits for requests in flight"),

    .toggle(
      "demo-users", \.hasDemoUsers, .development,
      "users 'minji' and 'alex' with password 'maru-demo' and some todos"),
    .toggle(
      "allow-faults", \.allowsFaults, .development,
      "requests may ask for faults (Maru-Fault) and look at /v1/debug"),
  ]
}
