internal import GatewayHTTP
internal import MaruHTTP

/// What `/v1/events` takes and answers.
extension EventEndpoint {
  var endpoint: Endpoint { Endpoint(Self.declaration, open) }

  private static let declaration = Declaration(
    .get, "/v1/events", "followEvents", "What happens to the caller's todos and categories",
    details: """
      Server-sent events (WHATWG HTML §9.2), in the order of commits, each once: \
      \(ChangeEvent.types.joined(separator: ", ")). The data is the todo or category as it is \
      afterwards: id, title and done and categoryId or name, version, and the moment, at. The id is \
      what Last-Event-ID goes on behind. If that is none of this gateway's, or too much has happened \
      since, the first event is a reset, with the reason unknown or too-old: read the lists again. \
      The stream ends when the access token does, when the client takes too long, and when the \
      gateway stops; the client comes back with the last id and misses nothing.
      """,
    access: .users,
    parameters: [
      .query(
        "follow", .boolean, "false: ends behind what has happened already; true by default"),
      .header("Last-Event-ID", .text(), "the id of the last event that the client has got"),
    ],
    limit: .perUser,
    answers: [
      Answer(
        200, "the stream", contents: [.eventStream],
        fields: [
          .init(
            "X-Accel-Buffering", .word(["no"]), "asks proxies to pass each event on at once",
            isAlwaysThere: true)
        ]),
      .problem(
        429, "too many requests, or too many streams of this user", fields: [.retryAfter]),
      .problem(
        503, "as many streams or connections as can be are open", fields: [.perhapsRetryAfter]),
    ])
}
