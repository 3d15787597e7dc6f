internal import MaruHTTP

/// The OpenAPI 3.1 document of a set of declarations.
package struct OpenAPIDocument: Sendable {
  package let title: String
  package let version: String
  package let introduction: String
  package let declarations: [Declaration]

  package init(
    title: String, version: String, introduction: String, declarations: [Declaration]
  ) {
    self.title = title
    self.version = version
    self.introduction = introduction
    self.declarations = declarations
  }

  /// The document as it is served.
  package var node: JSONNode {
    [
      "openapi": "3.1.0",
      "info": [
        "title": .text(title), "version": .text(version), "description": .text(introduction),
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(
          schemas.sorted { $0.key < $1.key }.map { .init($0.key, Self.definition(of: $0.value)) }),
        "headers": ["RequestID": Self.node(of: .requestID)],
        "securitySchemes": [
          "accessToken": [
            "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
            "description": "an access token that POST /v1/token gave",
          ]
        ],
      ],
    ]
  }

  /// Every shape that has a name.
  package var schemas: [String: Schema] {
    declarations.reduce(into: [:]) { schemas, declaration in
      let used =
        declaration.answers.flatMap(\.contents).compactMap(\.schema)
        + [declaration.body?.schema].compactMap { $0 }
      for schema in used { schemas.merge(schema.named) { _, new in new } }
    }
  }

  private static func definition(of schema: Schema) -> JSONNode {
    if case .named(_, let inner) = schema { inner.node } else { schema.node }
  }

  private var paths: [JSONNode.Member] {
    var order: [RoutePattern] = []
    for declaration in declarations where !order.contains(declaration.pattern) {
      order.append(declaration.pattern)
    }
    return order.map { pattern in
      .init(
        pattern.description,
        .object(
          declarations.filter { $0.pattern == pattern }.map {
            .init($0.method.rawValue.lowercased(), Self.operation($0))
          }))
    }
  }

  private static func operation(_ declaration: Declaration) -> JSONNode {
    let responses = declaration.answers.map { answer in
      JSONNode.Member(String(answer.status), node(of: answer))
    }
    let parameters = declaration.allParameters.map(node(of:))
    return JSONNode.object([
      .init("operationId", .text(declaration.name)), .init("summary", .text(declaration.summary)),
    ]).adding(
      ("description", declaration.details.map(JSONNode.text)),
      ("security", .list(declaration.access == .users ? [["accessToken": []]] : [])),
      ("parameters", .list(parameters)),
      (
        "requestBody",
        declaration.body.map { body in
          [
            "required": true,
            "content": .object([.init(body.media.essence, ["schema": body.schema.node])]),
          ]
        }
      ),
      ("responses", .object(responses)))
  }

  private static func node(of parameter: Parameter) -> JSONNode {
    JSONNode.object([
      .init("name", .text(parameter.name)), .init("in", .text(parameter.place.rawValue)),
    ]).adding(
      ("required", parameter.place == .path ? .boolean(true) : nil),
      ("description", .text(parameter.meaning)), ("schema", parameter.schema.node))
  }

  private static func node(of answer: Answer) -> JSONNode {
    let fields = answer.fields.map { JSONNode.Member($0.name.rawValue, node(of: $0)) }
    let contents = answer.contents.map { content in
      JSONNode.Member(content.media, content.schema.map { ["schema": $0.node] } ?? .object([]))
    }
    return JSONNode.object([.init("description", .text(answer.meaning))]).adding(
      (
        "headers",
        .object([.init("X-Request-ID", ["$ref": "#/components/headers/RequestID"])] + fields)
      ),
      ("content", contents.isEmpty ? nil : .object(contents)))
  }

  private static func node(of field: Answer.Field) -> JSONNode {
    JSONNode.object([.init("description", .text(field.meaning))]).adding(
      ("required", field.isAlwaysThere ? .boolean(true) : nil), ("schema", field.schema.node))
  }
}
