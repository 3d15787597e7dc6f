internal import Foundation
public import MaruHTTP

/// Why a request was not fulfilled, in the one shape that every refusal of the gateway has.
///
/// The body is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`,
/// `code`, `requestId` and `errors`. Nothing of the request's values is repeated in it.
public struct Problem: Error, Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The kind of problem in lower case with dashes; the type is `urn:maru:problem:` and this.
  public var code: String
  /// A short text for the kind.
  public var title: String
  /// A text for this occurrence.
  public var detail: String?
  /// What is wrong with single members of the body.
  public var errors: [FieldError]
  /// Fields that go with the answer, such as `Allow` or `Retry-After`.
  public var fields: HeaderFields

  /// What is wrong with one member of the body.
  public struct FieldError: Hashable, Sendable, Encodable {
    /// A JSON pointer to the member (RFC 6901).
    public let pointer: String
    /// What is wrong with it.
    public let detail: String

    /// Makes a member's error.
    public init(pointer: String, detail: String) {
      self.pointer = pointer
      self.detail = detail
    }
  }

  /// Makes a problem.
  public init(
    status: Int, code: String, title: String, detail: String? = nil, errors: [FieldError] = [],
    fields: HeaderFields = HeaderFields()
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.errors = errors
    self.fields = fields
  }

  /// What every type begins with.
  public static let typePrefix = "urn:maru:problem:"

  /// The URI that names the kind.
  public var type: String { Self.typePrefix + code }

  /// The answer that tells the problem.
  public func response(to request: RequestID) -> Response {
    let document = Document(
      type: type, title: title, status: status, detail: detail, code: code,
      requestId: request.rawValue, errors: errors.isEmpty ? nil : errors)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers always encode; an empty body would be the lesser harm than a trap.
    let body = (try? encoder.encode(document)).map { [UInt8]($0) } ?? []
    var response = Response(status: status, type: .problem, body: body)
    for field in fields { response.setKnown(field.value, for: field.name) }
    response.setKnown("no-store", for: .cacheControl)
    return response
  }

  private struct Document: Encodable {
    let type: String
    let title: String
    let status: Int
    let detail: String?
    let code: String
    let requestId: String
    let errors: [FieldError]?
  }

  /// The same problem with a field that goes with its answer.
  public func with(_ value: String, for name: HeaderName) -> Problem {
    var copy = self
    // A value of our own making; one with a control character is left out rather than sent.
    try? copy.fields.set(value, for: name)
    return copy
  }
}
