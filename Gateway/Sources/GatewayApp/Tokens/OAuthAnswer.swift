internal import Foundation
internal import GatewayHTTP
internal import MaruHTTP

/// Why a request of OAuth's is refused, in OAuth's words (RFC 6749 §5.2).
struct OAuthRefusal: Error {
  let status: Int
  let error: String
  let description: String

  static func invalidRequest(_ description: String) -> OAuthRefusal {
    OAuthRefusal(status: 400, error: "invalid_request", description: description)
  }
  static func invalidGrant(_ description: String) -> OAuthRefusal {
    OAuthRefusal(status: 400, error: "invalid_grant", description: description)
  }
  static let unsupportedGrant = OAuthRefusal(
    status: 400, error: "unsupported_grant_type", description: "this grant type is not offered")
  static let invalidClient = OAuthRefusal(
    status: 401, error: "invalid_client", description: "clients of this gateway have no secret")

  private struct Document: Encodable {
    let error: String
    let errorDescription: String
  }

  func response() throws -> Response {
    var response = try Response.oauth(
      Document(error: error, errorDescription: description), status: status)
    if status == 401 {
      response.setKnown("Basic realm=\"maru-gateway\"", for: .wwwAuthenticate)
    }
    return response
  }
}

extension Response {
  /// An answer of an OAuth endpoint.
  static func oauth(_ document: some Encodable, status: Int = 200) throws -> Response {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // One order, so that two answers that say the same are the same.
    encoder.outputFormatting = .sortedKeys
    return Response(status: status, type: .json, body: [UInt8](try encoder.encode(document)))
      .uncached
  }

  /// The answer, which nobody may keep (RFC 6749 §5.1).
  var uncached: Response {
    var response = self
    response.setKnown("no-store", for: .cacheControl)
    response.setKnown("no-cache", for: "Pragma")
    return response
  }
}

extension FormFields {
  /// The parameters of a request to an OAuth endpoint.
  ///
  /// - Throws: ``OAuthRefusal`` if it is no form, says something twice, or comes from a client that
  ///   has a secret.
  init(ofOAuth request: Request) throws(OAuthRefusal) {
    guard request.fields[.contentType].flatMap(MediaType.init)?.matches(.form) == true,
      let text = String(validating: request.body, as: UTF8.self),
      let form = FormFields(encoded: text)
    else { throw .invalidRequest("the body must be application/x-www-form-urlencoded") }
    // RFC 6749 §3.2: parameters must not be included more than once.
    guard form.repeatedNames.isEmpty else {
      throw .invalidRequest("a parameter stands there more than once")
    }
    guard !request.fields.contains(.authorization), form["client_secret"] == nil else {
      throw .invalidClient
    }
    self = form
  }
}

extension Answer {
  static let oauthFields: [Answer.Field] = [
    .init("Pragma", .word(["no-cache"]), "RFC 6749 §5.1", isAlwaysThere: true)
  ]

  private static let oauthError = Schema.named(
    "OAuthError",
    .object([
      .required(
        "error",
        .word(["invalid_request", "invalid_grant", "unsupported_grant_type", "invalid_client"])),
      .required("error_description", .text()),
    ]))

  /// How every OAuth endpoint refuses.
  static let oauthRefusals: [Answer] = [
    .json(
      400, oauthError, "an error of RFC 6749 §5.2",
      // Not where the server itself has refused the request.
      fields: oauthFields.map { .init($0.name, $0.schema, $0.meaning) }),
    .json(401, oauthError, "a client that has a secret", fields: oauthFields + [.challenge]),
  ]
}
