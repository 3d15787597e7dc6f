internal import MaruHTTP

/// What follows from a declaration.
extension Declaration {
  /// The parameters, with those that the rest of the declaration brings.
  package var allParameters: [Parameter] {
    var all = parameters
    if isWrite {
      all.append(
        .header(
          "Idempotency-Key", .text(length: 1...128, pattern: "^[!-~]+$"),
          "the same in all attempts of one write, which is then done once"))
    }
    switch condition {
    case .none: break
    case .read:
      all.append(.header("If-None-Match", Self.tags, "304 if the version is one of these tags"))
    case .write:
      all.append(.header("If-Match", Self.tags, "412 unless the version is one of these tags"))
    }
    all.append(.header("X-Request-ID", .text(), "the client's name for the request"))
    return all
  }

  /// An asterisk, or entity tags (RFC 9110 §8.8.3) without the bytes above ASCII.
  private static let tags = Schema.text(
    pattern: #"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#)

  /// Every answer that the route can give, in the order of status codes. Of two with the same
  /// status the route's own says what it means; it can have the bodies of both.
  package var answers: [Answer] {
    var all = ownAnswers
    func add(_ answer: Answer) {
      guard let index = all.firstIndex(where: { $0.status == answer.status }) else {
        return all.append(answer)
      }
      let own = all[index]
      all[index] = Answer(
        own.status, own.meaning,
        contents: own.contents + answer.contents.filter { !own.contents.contains($0) },
        fields: own.fields)
    }
    if isWrite {
      all = all.map { answer in
        guard answer.status < 300 else { return answer }
        return Answer(
          answer.status, answer.meaning, contents: answer.contents,
          fields: answer.fields + [.replayed])
      }
      add(
        .problem(
          409, "the first request with this idempotency key is being worked on",
          fields: [.retryAfter]))
      add(.problem(422, "values that are not acceptable, or an idempotency key used twice"))
    }
    if access == .users {
      add(.problem(401, "no access token, or one that is not good", fields: [.challenge]))
    }
    switch condition {
    case .none: break
    case .read: add(Answer(304, "the caller has this version", fields: [.eTag]))
    case .write: add(.problem(412, "the version is another one"))
    }
    if !pathParameters.isEmpty {
      add(.problem(404, "there is nothing of this name, or nothing of the caller's"))
    }
    if !queryParameters.isEmpty {
      add(.problem(422, "values that are not acceptable"))
    }
    if body != nil { add(.problem(413, "a body over the limit")) }
    if body?.media == .json { add(.problem(415, "a body of another type")) }
    if limit != .none {
      add(.problem(429, "too many requests", fields: [.retryAfter]))
    }
    for answer in Self.everywhere { add(answer) }
    return all.sorted { $0.status < $1.status }
  }

  /// What the server itself can answer to any request, before or behind a route.
  static let everywhere: [Answer] = [
    .problem(400, "a request that breaks HTTP's or JSON's grammar"),
    .problem(408, "a request that did not arrive in time"),
    .problem(414, "a target over the limit"),
    .problem(431, "a head over the limit"),
    .problem(500, "a fault of the server's own"),
    .problem(503, "too many connections"),
  ]

  /// How an answer differs from what is declared; nil if it does not.
  package func deviation(of response: Response) -> String? {
    func say(_ text: String) -> String { "\(method) \(pattern): \(text)" }
    guard let answer = answers.first(where: { $0.status == response.status }) else {
      return say("the status \(response.status) is not declared")
    }
    let media = response.fields[.contentType].flatMap(MediaType.init)?.essence
    let isDeclared =
      media.map { media in answer.contents.contains { $0.media == media } }
      ?? (answer.contents.isEmpty && response.body.isEmpty)
    guard isDeclared else {
      return say("\(response.status) is of the type \(media ?? "none"), undeclared")
    }
    let declared = Set(answer.fields.map(\.name)).union([.contentType, .cacheControl])
    for field in response.fields where !declared.contains(field.name) {
      return say("\(response.status) has the undeclared field \(field.name)")
    }
    for field in answer.fields where field.isAlwaysThere && !response.fields.contains(field.name) {
      return say("\(response.status) lacks the field \(field.name)")
    }
    return nil
  }

  /// Checks the values in the path and the query by their shapes.
  ///
  /// - Throws: ``Problem``: 404 for a path that cannot name anything, 422 for the query's values,
  ///   400 if the query is not well encoded.
  package func check(
    _ target: RequestTarget, _ places: [String: String]
  ) throws(Problem) {
    for parameter in pathParameters {
      guard let value = places[parameter.name], parameter.schema.accepts(value) else {
        throw .notFound
      }
    }
    guard !queryParameters.isEmpty, target.hasQuery else { return }
    guard let query = target.query else { throw .malformed("the query is not well encoded") }
    let errors = queryParameters.compactMap { parameter -> Problem.FieldError? in
      let values = query.values(of: parameter.name)
      if values.isEmpty || values.count == 1 && parameter.schema.accepts(values[0]) { return nil }
      let detail = values.count > 1 ? "must stand there once" : "must be \(parameter.schema.demand)"
      return Problem.FieldError(pointer: "/\(parameter.name)", detail: detail)
    }
    guard errors.isEmpty else { throw .invalid(errors) }
  }
}
