internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP

/// `/v1/sessions`: on which devices a user is signed in.
struct SessionEndpoints: Sendable {
  let store: any Store
  let surroundings: Surroundings

  /// How many sessions a list has: those that were used last.
  private static let most = 100

  var endpoints: [Endpoint] { [Endpoint(Self.listing, list), Endpoint(Self.ending, end)] }

  private static let session = Schema.named(
    "Session",
    .object([
      .required("id", .uuid),
      .required("device", .nullable(.text()), "what the device called itself"),
      .required("current", .boolean, "whether the request is of this session"),
      .required("createdAt", .moment, "when somebody signed in"),
      .required("lastUsedAt", .moment, "when tokens were given last, or were first used"),
      .required("expiresAt", .moment, "when it ends if it is not used until then"),
    ]))

  private static let listing = Declaration(
    .get, "/v1/sessions", "listSessions", "Where the caller is signed in, last used first",
    access: .users, limit: .perUser,
    answers: [
      .json(
        200,
        .named("SessionList", .object([.required("items", .list(of: session, atMost: most))])),
        "the sessions that have not ended")
    ])

  private static let ending = Declaration(
    .delete, "/v1/sessions/{id}", "endSession", "Ends a session of the caller's",
    details: "Its tokens are worthless then, at once. One that has ended gets the same answer.",
    access: .users, parameters: [.path("id", .uuid, "the session")], limit: .perUser,
    answers: [Answer(204, "it has ended")])

  private struct Document: Encodable {
    let id: String
    let device: String?
    let current: Bool
    let createdAt: String
    let lastUsedAt: String
    let expiresAt: String

    init(_ session: Session, current: String) {
      id = session.id
      device = session.device
      self.current = session.id == current
      createdAt = RFC3339.format(session.createdAt)
      lastUsedAt = RFC3339.format(session.lastUsedAt)
      expiresAt = RFC3339.format(session.expiresAt)
    }

    private enum CodingKeys: CodingKey {
      case id, device, current, createdAt, lastUsedAt, expiresAt
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      // Said even if there is none, like a todo's category.
      try container.encode(device, forKey: .device)
      try container.encode(current, forKey: .current)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(lastUsedAt, forKey: .lastUsedAt)
      try container.encode(expiresAt, forKey: .expiresAt)
    }
  }

  private func list(_ call: Call) async throws -> Response {
    let sessions = try await store.reader.sessions(
      of: call.user.userID, at: surroundings.now(), limit: Self.most)
    var response = try Response.json([
      "items": sessions.map { Document($0, current: call.user.sessionID) }
    ])
    response.setKnown("no-store", for: .cacheControl)
    return response
  }

  private func end(_ call: Call) async throws -> Response {
    let (id, user) = (call.id, call.user.userID)
    guard try await store.writer.transact({ try $0.endSession(id: id, of: user) }) else {
      throw Problem.notFound
    }
    return Response(status: 204)
  }
}
