package import GatewayHTTP
internal import MaruHTTP
internal import MaruSystem

/// `/healthz` and `/readyz`: whether to restart the gateway, and whether to send it requests.
struct HealthEndpoints: Sendable {
  /// Whether the database has answered a question just now.
  let isDatabaseAnswering: @Sendable () async -> Bool
  let isStopping: Locked<Bool>

  private static let ok = Schema.object([.required("status", .word(["ok"]))])

  private static let alive = Declaration(
    .get, "/healthz", "isAlive", "Whether the process is alive",
    details: "Asks nothing else: a database that is away is no reason for a restart.",
    access: .anyone, limit: .none, answers: [.json(200, ok, "it is alive")])

  private static let ready = Declaration(
    .get, "/readyz", "isReady", "Whether requests are welcome", access: .anyone, limit: .none,
    answers: [
      .json(200, ok, "the database answers"),
      .problem(
        503, "the database does not answer, the gateway is stopping, or too many connections",
        fields: [.perhapsRetryAfter]),
    ])

  var endpoints: [Endpoint] {
    let ok = Response(type: .json, body: Array(#"{"status":"ok"}"#.utf8))
    return [
      Endpoint(Self.alive) { _ in ok },
      Endpoint(Self.ready) { _ in
        let refusal = Readiness.refusal(
          isStopping: isStopping.withLock { $0 }, isDatabaseAnswering: await isDatabaseAnswering())
        if let refusal { throw refusal }
        return ok
      },
    ]
  }
}

/// Whether requests are welcome.
package enum Readiness {
  /// Why they are not; nil if they are.
  package static func refusal(isStopping: Bool, isDatabaseAnswering: Bool) -> Problem? {
    if isStopping { return .stopping }
    return isDatabaseAnswering ? nil : .databaseAway
  }
}

extension Problem {
  fileprivate static let stopping = Problem(
    status: 503, code: "stopping", title: "Stopping", detail: "ask another instance, or later"
  ).with("5", for: .retryAfter)

  fileprivate static let databaseAway = Problem(
    status: 503, code: "database-away", title: "Database away",
    detail: "the database does not answer"
  ).with("5", for: .retryAfter)
}
