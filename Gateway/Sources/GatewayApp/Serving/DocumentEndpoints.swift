internal import GatewayHTTP
internal import MaruHTTP

/// `/openapi.json` and `/`: what the gateway answers, for programs and for people.
enum DocumentEndpoints {
  private static let introduction = """
    The server half of Maru. What goes wrong is application/problem+json (RFC 9457) with a code for \
    programs, but for the token endpoint's own errors (RFC 6749 §5.2). Each answer has an \
    X-Request-ID. A HEAD is answered wherever a GET is.
    """

  private static let json = Declaration(
    .get, "/openapi.json", "readDocument", "This document, for programs", access: .anyone,
    limit: .none, answers: [.json(200, .object([]), "an OpenAPI 3.1 document")])

  private static let page = Declaration(
    .get, "/", "readPage", "This document, for people", access: .anyone, limit: .none,
    answers: [
      Answer(
        200, "a web page that needs no network and no script", contents: [.page],
        fields: [
          .init(
            "Content-Security-Policy", .text(), "forbids all that the page does not need",
            isAlwaysThere: true),
          .init("X-Content-Type-Options", .word(["nosniff"]), "", isAlwaysThere: true),
        ])
    ])

  /// The endpoints that describe others and themselves.
  static func describing(_ others: [Endpoint]) -> [Endpoint] {
    let document = OpenAPIDocument(
      title: "Maru gateway", version: "1.0", introduction: introduction,
      declarations: [page, json] + others.map(\.declaration))
    var html = Response(status: 200, body: Array(document.page.utf8))
    html.setKnown("text/html; charset=utf-8", for: .contentType)
    html.setKnown(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'", for: "Content-Security-Policy")
    html.setKnown("nosniff", for: "X-Content-Type-Options")
    let text = Response(type: .json, body: document.node.bytes)
    return [Endpoint(page) { [html] _ in html }, Endpoint(json) { _ in text }]
  }
}
