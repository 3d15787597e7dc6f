internal import GatewayHTTP
internal import MaruHTTP

/// `GET /v1/hello`: the least that can be asked.
enum HelloEndpoint {
  private static let declaration = Declaration(
    .get, "/v1/hello", "sayHello", "The least that can be asked", access: .anyone, limit: .none,
    answers: [.json(200, .object([.required("message", .word(["hello"]))]), "a greeting")])

  static var endpoint: Endpoint {
    let hello = Response(type: .json, body: Array(#"{"message":"hello"}"#.utf8))
    return Endpoint(declaration) { _ in hello }
  }
}
