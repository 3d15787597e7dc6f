internal import GatewayHTTP
internal import MaruHTTP

/// What `/v1/token` takes and answers.
extension TokenEndpoint {
  var endpoint: Endpoint { Endpoint(Self.declaration, respond) }

  private static let declaration = Declaration(
    .post, "/v1/token", "exchangeToken", "Gives tokens for a password or a refresh token",
    details: """
      RFC 6749 §4.3 and §6. Passwords are taken of the development users only; each begins a session. \
      A refresh token gives new tokens of both kinds and works once; its direct predecessor is good \
      until one of the new tokens is first used. Whatever is older ends the session.
      """,
    access: .anyone,
    body: .form(
      .named(
        "TokenRequest",
        .object([
          .required("grant_type", .word(["password", "refresh_token"])),
          .optional("username", .text(), "for the grant password"),
          .optional("password", .text(), "for the grant password"),
          .optional(
            "device", .text(length: 1...80, pattern: #"\S"#),
            "for the grant password: what the session is called"),
          .optional("refresh_token", .text(), "for the grant refresh_token"),
        ]))),
    limit: .perAddress,
    answers: [
      .json(
        200,
        .named(
          "Tokens",
          .object([
            .required("access_token", .text()), .required("token_type", .word(["Bearer"])),
            .required("expires_in", .integer(1...86_400), "seconds"),
            .required("refresh_token", .text()),
          ])), "the tokens", fields: Answer.oauthFields)
    ] + Answer.oauthRefusals)
}
