package import MaruHTTP

/// What can be asked of the server and what it answers, told once.
///
/// The router, the OpenAPI document, the page for people and the check of answers are all made from
/// it: what is not declared can be neither reached nor answered.
package struct Declaration: Sendable {
  /// A word for programs, unique among all.
  package let name: String
  package let method: RequestMethod
  package let pattern: RoutePattern
  /// What it is for, in a line.
  package let summary: String
  /// What else a caller has to know.
  package let details: String?
  package let access: Access
  /// The values in the path and the query, and the fields that it looks at.
  package let parameters: [Parameter]
  package let body: Body?
  /// Those of the parameters whose values are checked with each request.
  let pathParameters: [Parameter]
  let queryParameters: [Parameter]
  /// The answers of its own; ``answers`` has those that follow from the rest as well.
  package let ownAnswers: [Answer]
  /// Whether it changes something and therefore takes an `Idempotency-Key`.
  package let isWrite: Bool
  /// Whether the caller can make it depend on a version.
  package let condition: Condition
  package let limit: Limit

  /// Who may call.
  package enum Access: Hashable, Sendable {
    case anyone
    /// Whoever has a good access token.
    case users
  }

  /// By what requests are counted, where they are.
  package enum Limit: Hashable, Sendable {
    case none
    case perAddress
    case perUser
  }

  /// How it can be made to depend on a version (RFC 9110 §13.1).
  package enum Condition: Hashable, Sendable {
    case none
    /// `If-None-Match`: 304 if the caller has it already.
    case read
    /// `If-Match`: 412 if it was changed meanwhile.
    case write
  }

  /// A request's body.
  package struct Body: Hashable, Sendable {
    package let media: MediaType
    package let schema: Schema

    package static func json(_ schema: Schema) -> Body { Body(media: .json, schema: schema) }
    package static func form(_ schema: Schema) -> Body { Body(media: .form, schema: schema) }
  }

  /// Declares a route; traps if the places in the pattern are not the declared path parameters,
  /// which is a mistake in the source.
  package init(
    _ method: RequestMethod, _ pattern: RoutePattern, _ name: String, _ summary: String,
    details: String? = nil, access: Access, parameters: [Parameter] = [], body: Body? = nil,
    isWrite: Bool = false, condition: Condition = .none, limit: Limit, answers: [Answer]
  ) {
    pathParameters = parameters.filter { $0.place == .path }
    queryParameters = parameters.filter { $0.place == .query }
    let declared = pathParameters.map(\.name)
    precondition(pattern.parameterNames == declared, "\(pattern) has other places than declared")
    precondition(!answers.isEmpty, "\(pattern) answers nothing")
    self.method = method
    self.pattern = pattern
    self.name = name
    self.summary = summary
    self.details = details
    self.access = access
    self.parameters = parameters
    self.body = body
    self.isWrite = isWrite
    self.condition = condition
    self.limit = limit
    ownAnswers = answers
  }
}

/// A value in a request's path, query or head.
package struct Parameter: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable {
    case path, query, header
  }

  package let name: String
  package let place: Place
  package let schema: Schema
  package let meaning: String

  package static func path(_ name: String, _ schema: Schema, _ meaning: String) -> Parameter {
    Parameter(name: name, place: .path, schema: schema, meaning: meaning)
  }

  package static func query(_ name: String, _ schema: Schema, _ meaning: String) -> Parameter {
    Parameter(name: name, place: .query, schema: schema, meaning: meaning)
  }

  package static func header(_ name: String, _ schema: Schema, _ meaning: String) -> Parameter {
    Parameter(name: name, place: .header, schema: schema, meaning: meaning)
  }
}
