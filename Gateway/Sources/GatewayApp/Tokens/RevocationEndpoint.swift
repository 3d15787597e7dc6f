internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP

/// `POST /v1/revoke`: signs out (RFC 7009).
struct RevocationEndpoint: Sendable {
  let store: any Store

  var endpoint: Endpoint { Endpoint(Self.declaration, respond) }

  private static let declaration = Declaration(
    .post, "/v1/revoke", "revokeToken", "Ends the session that a token is of",
    details: """
      RFC 7009: signs out, by the refresh token or the access token of the session; every token of it \
      is worthless then, at once. A token that is unknown or has ended gets the same answer: it can be \
      asked again.
      """,
    access: .anyone,
    body: .form(
      .named(
        "RevocationRequest",
        .object([
          .required("token", .text(), "a refresh token or an access token"),
          .optional("token_type_hint", .text(), "not needed, and not looked at"),
        ]))),
    limit: .perAddress,
    answers: [Answer(200, "the session has ended", fields: Answer.oauthFields)]
      + Answer.oauthRefusals)

  private func respond(to call: Call) async throws -> Response {
    do {
      let form = try FormFields(ofOAuth: call.request)
      guard let token = form["token"] else {
        throw OAuthRefusal.invalidRequest("token is missing")
      }
      let hash = TokenMint.hash(token)
      try await store.writer.transact { try $0.endSession(ofToken: hash) }
      // RFC 7009 §2.2: 200 with nothing in it, also if there was no such token.
      return Response(status: 200).uncached
    } catch let refusal as OAuthRefusal {
      return try refusal.response()
    }
  }
}
