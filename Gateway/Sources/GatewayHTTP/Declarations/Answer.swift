package import MaruHTTP

/// One way in which a route answers.
package struct Answer: Hashable, Sendable {
  package let status: Int
  package let meaning: String
  /// The bodies that it can have; none if it has no body.
  package let contents: [Content]
  /// The fields that it has or may have, beyond those that every answer has.
  package let fields: [Field]

  /// A body's type and shape; XML, a web page or a stream has no shape.
  package struct Content: Hashable, Sendable {
    package let media: String
    package let schema: Schema?

    package static func json(_ schema: Schema) -> Content {
      Content(media: MediaType.json.essence, schema: schema)
    }
    package static let problem = Content(media: MediaType.problem.essence, schema: .problem)
    package static let xml = Content(media: "text/xml", schema: nil)
    package static let page = Content(media: "text/html", schema: nil)
    package static let eventStream = Content(media: "text/event-stream", schema: nil)
  }

  /// A header field.
  package struct Field: Hashable, Sendable {
    package let name: HeaderName
    package let schema: Schema
    package let meaning: String
    package let isAlwaysThere: Bool

    package init(
      _ name: HeaderName, _ schema: Schema, _ meaning: String, isAlwaysThere: Bool = false
    ) {
      self.name = name
      self.schema = schema
      self.meaning = meaning
      self.isAlwaysThere = isAlwaysThere
    }
  }

  package init(
    _ status: Int, _ meaning: String, contents: [Content] = [], fields: [Field] = []
  ) {
    self.status = status
    self.meaning = meaning
    self.contents = contents
    self.fields = fields
  }

  package static func json(
    _ status: Int, _ schema: Schema, _ meaning: String, fields: [Field] = []
  ) -> Answer {
    Answer(status, meaning, contents: [.json(schema)], fields: fields)
  }

  package static func problem(_ status: Int, _ meaning: String, fields: [Field] = []) -> Answer {
    Answer(status, meaning, contents: [.problem], fields: fields)
  }
}

extension Answer.Field {
  package static let requestID = Answer.Field(
    .requestID, .text(length: 1...128, pattern: "^[A-Za-z0-9._-]+$"),
    "the request's name: the client's own, or a new one", isAlwaysThere: true)
  package static let eTag = Answer.Field(
    .eTag, .text(), "the version, for If-None-Match and If-Match", isAlwaysThere: true)
  package static let location = Answer.Field(
    .location, .text(), "where the new resource is", isAlwaysThere: true)
  package static let retryAfter = Answer.Field(
    .retryAfter, .integer(0...86_400), "seconds to wait", isAlwaysThere: true)
  package static let perhapsRetryAfter = Answer.Field(
    .retryAfter, .integer(0...86_400), "seconds to wait")
  package static let challenge = Answer.Field(
    .wwwAuthenticate, .text(), "how to authenticate", isAlwaysThere: true)
  package static let nextPage = Answer.Field(
    "Link", .text(), "where the next part is, with rel=\"next\" (RFC 8288); none on the last")
  package static let replayed = Answer.Field(
    "Idempotency-Replayed", .word(["true"]), "this answer was given before")
}

extension Schema {
  /// RFC 9457, with the gateway's own members.
  package static let problem = Schema.named(
    "Problem",
    .object([
      .required("type", .text(), "the kind, as a URI; \(Problem.typePrefix) and the code"),
      .required("title", .text(), "the kind in words"),
      .required("status", .integer(400...599)),
      .optional("detail", .text(), "what happened this time"),
      .required("code", .text(), "the kind, for programs"),
      .required("requestId", .text(length: 1...128), "the same as X-Request-ID"),
      .optional(
        "errors",
        .list(
          of: .object([
            .required(
              "pointer", .text(), "where: a JSON pointer, or a slash and a parameter's name"),
            .required("detail", .text(), "what is wrong there"),
          ])), "what is wrong with single members"),
    ]))
}
