internal import GatewayHTTP
internal import MaruHTTP
internal import GatewayServer
internal import MaruSystem

/// `/v1/debug`: what a test wants to know of the server; there only if faults are allowed.
struct DebugEndpoints: Sendable {
  let recorder: RequestRecorder
  /// The server, which exists only after its handler does.
  let server: Locked<Server?>

  private struct Connections: Encodable {
    let open: Int
    let accepted: Int
    let requestsInFlight: Int
    let streams: Int
  }

  private static let lookingAtConnections = Declaration(
    .get, "/v1/debug/connections", "countConnections", "How busy the server is", access: .anyone,
    limit: .none,
    answers: [
      .json(
        200,
        .object([
          .required("open", .integer()), .required("accepted", .integer()),
          .required("requestsInFlight", .integer()),
        ]), "the numbers")
    ])

  private static let lookingAtRequests = Declaration(
    .get, "/v1/debug/requests", "listRequests", "What came under a request id", access: .anyone,
    parameters: [.query("id", .text(length: 1...128, pattern: "^[A-Za-z0-9._-]+$"), "the name")],
    limit: .none,
    answers: [
      .json(
        200,
        .list(
          of: .object([
            .required("method", .text()), .optional("route", .text()),
            .required("status", .integer()), .required("authorized", .boolean),
            .required("headers", .list(of: .text()), "names only"),
          ])), "the requests, oldest first")
    ])

  var endpoints: [Endpoint] {
    [
      Endpoint(Self.lookingAtConnections, isDebug: true, connections),
      Endpoint(Self.lookingAtRequests, isDebug: true, requests),
    ]
  }

  private func connections(_ call: Call) async throws -> Response {
    let activity = server.withLock { $0 }?.activity ?? ServerActivity()
    return try .json(
      Connections(
        open: activity.open, accepted: activity.accepted,
        requestsInFlight: activity.requestsInFlight, streams: activity.streams))
  }

  private func requests(_ call: Call) async throws -> Response {
    guard let id = call.request.target.query?["id"].flatMap(RequestID.init) else {
      throw Problem.invalid([
        Problem.FieldError(pointer: "/id", detail: "must be a request id")
      ])
    }
    return try .json(recorder.entries(of: id))
  }
}
