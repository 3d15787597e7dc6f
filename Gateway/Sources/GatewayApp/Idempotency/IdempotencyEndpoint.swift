internal import Foundation
internal import GatewayHTTP
internal import MaruHTTP
internal import GatewayStore

/// `GET /v1/idempotency/{key}`: what became of a write whose answer was lost.
struct IdempotencyEndpoint: Sendable {
  let store: any Store
  let claims: IdempotencyClaims
  let surroundings: Surroundings

  private struct Document: Encodable {
    let key: String
    let state: String
    var status: Int?
    var location: String?
    var completedAt: String?
  }

  private static let declaration = Declaration(
    .get, "/v1/idempotency/{key}", "readOutcome", "What became of a write whose answer was lost",
    access: .users,
    parameters: [.path("key", .text(), "the Idempotency-Key of the write")], limit: .perUser,
    answers: [
      .json(
        200,
        .named(
          "Outcome",
          .object([
            .required("key", .text(length: 1...128)),
            .required("state", .word(["inFlight", "completed"])),
            .optional("status", .integer(200...299), "of the answer, once completed"),
            .optional("location", .text(), "of the answer, if it had one"),
            .optional("completedAt", .moment),
          ])), "its state"),
      .problem(404, "no write with this key was fulfilled"),
    ])

  var endpoint: Endpoint { Endpoint(Self.declaration, respond) }

  private func respond(to call: Call) async throws -> Response {
    let user = call.user.userID
    guard let key = call.parameters["key"].flatMap(IdempotencyKey.init) else {
      throw Problem.idempotencyKeyUnknown
    }
    if let answer = try await completed(key, of: user) { return answer }
    if claims.contains(IdempotencyClaims.Name(user: user, key: key)) {
      return try .json(Document(key: key.rawValue, state: "inFlight"))
    }
    // It may have been committed and released between the two questions.
    if let answer = try await completed(key, of: user) { return answer }
    throw Problem.idempotencyKeyUnknown
  }

  private func completed(_ key: IdempotencyKey, of user: String) async throws -> Response? {
    let answer = try await store.reader.answer(
      toKey: key.rawValue, of: user, at: surroundings.now())
    guard let answer else { return nil }
    return try .json(
      Document(
        key: key.rawValue, state: "completed", status: answer.status, location: answer.location,
        completedAt: RFC3339.format(answer.completedAt)))
  }
}
