internal import Foundation

/// What a server says about a request that it did not fulfil (RFC 9457).
///
/// Its texts come from the server and can repeat what the user typed, so Maru hands it out inside
/// `Sensitive` and shows none of it in a description.
public struct ProblemDetails: Hashable, Sendable {
  /// A URI that names the kind of problem; `about:blank` if the server gave none.
  public var type: String
  /// A short text for the kind.
  public var title: String?
  /// A text for this occurrence.
  public var detail: String?
  /// The server's own code, from `code` or an OAuth error's `error`.
  public var code: String?
  /// What is wrong with single fields of the request.
  public var fieldErrors: [FieldError]

  /// One field that the server did not accept.
  public struct FieldError: Hashable, Sendable {
    /// The field's name, or a JSON pointer to it.
    public var field: String
    /// What is wrong with it.
    public var message: String

    /// Makes a field's error.
    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }
  }

  /// Makes problem details.
  public init(
    type: String = "about:blank", title: String? = nil, detail: String? = nil, code: String? = nil,
    fieldErrors: [FieldError] = []
  ) {
    self.type = type
    self.title = title
    self.detail = detail
    self.code = code
    self.fieldErrors = fieldErrors
  }

  /// The problem type of a request whose key is being worked on; the answer has a `Retry-After`.
  public static let idempotencyKeyInFlight = "urn:maru:problem:idempotency-key-in-flight"
  /// The problem type of a key that came before with another request.
  public static let idempotencyKeyReused = "urn:maru:problem:idempotency-key-reused"

  /// Reads problem details, `{"code", "message"}`, the same inside `{"error": {…}}`, or an OAuth
  /// error (RFC 6749 §5.2); nil if `bytes` are none of these.
  public init?(json bytes: [UInt8]) {
    guard let root = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      return nil
    }
    let inner = root["error"] as? [String: Any] ?? root
    type = inner["type"] as? String ?? "about:blank"
    title = inner["title"] as? String
    detail =
      inner["detail"] as? String ?? inner["message"] as? String
      ?? root["error_description"] as? String
    code = Self.text(inner["code"]) ?? root["error"] as? String
    fieldErrors = Self.fieldErrors(inner["errors"])
    if type == "about:blank", title == nil, detail == nil, code == nil, fieldErrors.isEmpty {
      return nil
    }
  }

  /// Reads `errors` as a list of objects (RFC 9457 §3) or as an object of lists by field.
  private static func fieldErrors(_ value: Any?) -> [FieldError] {
    if let list = value as? [[String: Any]] {
      return list.compactMap { entry in
        guard let field = text(entry["field"] ?? entry["pointer"] ?? entry["name"]) else {
          return nil
        }
        let message = text(entry["message"] ?? entry["detail"] ?? entry["code"]) ?? ""
        return FieldError(field: field, message: message)
      }
    }
    if let byField = value as? [String: Any] {
      return byField.sorted { $0.key < $1.key }.flatMap { field, value in
        let messages = value as? [String] ?? text(value).map { [$0] } ?? []
        return messages.map { FieldError(field: field, message: $0) }
      }
    }
    return []
  }

  private static func text(_ value: Any?) -> String? {
    value as? String ?? (value as? Int).map(String.init)
  }
}
