internal import MaruContract

/// Says what a decoder stumbled over, without a word of what it read.
struct DecodingFailure {
  let code: CallError.Code
  let reason: String
  let cause: any Error

  init(_ error: any Error) {
    guard let body = error as? UnreadableBody else {
      code = .undecodable
      reason = Self.reason(error)
      cause = error
      return
    }
    code = body.code
    reason =
      body.codingPath.isEmpty ? body.reason : "\(body.reason), at \(Self.path(body.codingPath))"
    cause = body.cause?.value ?? error
  }

  /// The expected type and the coding path; values and the keys of dictionaries stay out.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "the body is not the promised value" }
    switch error {
    case .typeMismatch(let type, let context):
      return "expected \(type) at \(path(context.codingPath)), found another type"
    case .valueNotFound(let type, let context):
      return "expected \(type) at \(path(context.codingPath)), found null"
    case .keyNotFound(let key, let context):
      return "expected \(shown(key)) in \(path(context.codingPath)), found no such key"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "the body breaks the rules of its format"
        : "found a value that can't be at \(path(context.codingPath))"
    @unknown default:
      return "the body is not the promised value"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    if keys.isEmpty { return "the top" }
    return keys.reduce(into: "") { text, key in
      if let index = key.intValue, isElement(key) {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? shown(key) : ".\(shown(key))"
      }
    }
  }

  /// Whether a key is a place in a list; a dictionary's key can be a number as well.
  private static func isElement(_ key: any CodingKey) -> Bool {
    key.stringValue == "Index \(key.intValue ?? 0)"
  }

  /// A key that stands in the app's source can be shown: a case without a payload. Whatever else
  /// can be a key can hold what the server has written.
  private static func shown(_ key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    let isCase = mirror.displayStyle == .enum && mirror.children.isEmpty
    return isCase ? key.stringValue : "‹key›"
  }
}
