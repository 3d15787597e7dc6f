internal import Foundation

/// The shape of a value, as the document tells it and as parameters are checked by it.
package indirect enum Schema: Hashable, Sendable {
  /// A text; `length` counts code points, as JSON Schema does.
  case text(length: ClosedRange<Int>? = nil, pattern: String? = nil)
  /// A UUID (RFC 9562).
  case uuid
  /// A moment (RFC 3339).
  case moment
  case integer(ClosedRange<Int>? = nil)
  case boolean
  /// One of these words.
  case word([String])
  case list(of: Schema, atMost: Int? = nil)
  case object([Member])
  /// The shape, or null.
  case nullable(Schema)
  /// A shape that the document gives once, under this name.
  case named(String, Schema)

  /// One member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    package let meaning: String?

    package static func required(
      _ name: String, _ schema: Schema, _ meaning: String? = nil
    ) -> Member {
      Member(name: name, schema: schema, isRequired: true, meaning: meaning)
    }

    package static func optional(
      _ name: String, _ schema: Schema, _ meaning: String? = nil
    ) -> Member {
      Member(name: name, schema: schema, isRequired: false, meaning: meaning)
    }
  }

  /// Whether a parameter's text is such a value.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .text(let length, let pattern):
      if let length, !length.contains(text.unicodeScalars.count) { return false }
      return pattern.map { text.range(of: $0, options: .regularExpression) != nil } ?? true
    case .uuid: return UUID(uuidString: text) != nil
    case .integer(let range):
      // Digits only: a number is written in one way.
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
        return false
      }
      return range?.contains(number) ?? true
    case .boolean: return text == "true" || text == "false"
    case .word(let words): return words.contains(text)
    case .named(_, let schema): return schema.accepts(text)
    // Nothing of these comes in a parameter.
    case .moment, .list, .object, .nullable: return false
    }
  }

  /// What a parameter must be, in the words that a refusal has.
  package var demand: String {
    switch self {
    case .integer, .uuid, .text(_?, _): "a " + words
    default: words
    }
  }

  /// The shape in words, for people.
  package var words: String {
    switch self {
    case .text(let length?, _): "text of \(length.lowerBound)–\(length.upperBound) characters"
    case .text(nil, _): "text"
    case .uuid: "UUID"
    case .moment: "moment (RFC 3339)"
    case .integer(let range?): "number, \(range.lowerBound)–\(range.upperBound)"
    case .integer(nil): "number"
    case .boolean: "true or false"
    case .word(let words) where words.count == 1: "“\(words[0])”"
    case .word(let words): "one of " + words.joined(separator: ", ")
    case .list(let schema, _): "list of " + schema.words
    case .object: "object"
    case .nullable(let schema): schema.words + ", or null"
    case .named(let name, _): name
    }
  }
}

extension Schema {
  /// The shape as JSON Schema 2020-12; what has a name is only referred to.
  var node: JSONNode {
    switch self {
    case .text(let length, let pattern):
      return JSONNode.object([.init("type", "string")]).adding(
        ("minLength", (length?.lowerBound).map(JSONNode.integer)),
        ("maxLength", (length?.upperBound).map(JSONNode.integer)),
        ("pattern", pattern.map(JSONNode.text)))
    case .uuid: return ["type": "string", "format": "uuid"]
    case .moment: return ["type": "string", "format": "date-time"]
    case .integer(let range):
      return JSONNode.object([.init("type", "integer")]).adding(
        ("minimum", (range?.lowerBound).map(JSONNode.integer)),
        ("maximum", (range?.upperBound).map(JSONNode.integer)))
    case .boolean: return ["type": "boolean"]
    case .word(let words): return ["type": "string", "enum": .list(words.map(JSONNode.text))]
    case .list(let schema, let most):
      return JSONNode.object([.init("type", "array"), .init("items", schema.node)]).adding(
        ("maxItems", most.map(JSONNode.integer)))
    case .object(let members):
      let required = members.filter(\.isRequired).map { JSONNode.text($0.name) }
      return JSONNode.object([.init("type", "object")]).adding(
        ("required", required.isEmpty ? nil : .list(required)),
        (
          "properties",
          .object(
            members.map { member in
              .init(
                member.name,
                member.schema.node.adding(("description", member.meaning.map(JSONNode.text))))
            })
        ))
    case .nullable(let schema): return ["anyOf": .list([schema.node, ["type": "null"]])]
    case .named(let name, _): return ["$ref": .text("#/components/schemas/\(name)")]
    }
  }

  /// Every shape with a name in this one, by its name.
  var named: [String: Schema] {
    switch self {
    case .named(let name, let schema): schema.named.merging([name: schema]) { _, new in new }
    case .list(let schema, _), .nullable(let schema): schema.named
    case .object(let members):
      members.reduce(into: [:]) { $0.merge($1.schema.named) { _, new in new } }
    default: [:]
    }
  }
}
