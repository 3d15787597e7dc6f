public import MaruHTTP

/// A value together with the head of the answer that carried it.
public struct CallResponse<Value: Sendable>: Sendable {
  /// What the body said.
  public let value: Value
  /// The answer's status; of a value that was kept, the status that it came with.
  public let status: Int
  /// The answer's fields; of a value that was kept, with what the revalidation brought.
  public let headers: HeaderFields
  /// Where the value comes from.
  public let source: AnswerSource

  /// Makes a response; for tests.
  public init(value: Value, status: Int, headers: HeaderFields, source: AnswerSource) {
    self.value = value
    self.status = status
    self.headers = headers
    self.source = source
  }

  /// The version of what was read, for ``Endpoint/precondition``.
  public var eTag: EntityTag? { headers[.eTag].flatMap { EntityTag($0) } }
  /// Where what was made can be found; can be relative.
  public var location: String? { headers[.location] }
  /// The relations to other resources, as the next page.
  public var links: [Link] { Link.all(in: headers.values(of: "Link")) }
}

/// Where a value comes from.
@nonexhaustive
public enum AnswerSource: String, Sendable, Hashable {
  /// The server sent it.
  case server
  /// It was kept, and the server said that it still holds (304).
  case revalidated
  /// It was kept, and is still fresh by the server's own word.
  case kept
}

extension CallResponse: CustomStringConvertible, CustomReflectable {
  /// Status and source; never the value.
  public var description: String { "\(status) from \(source.rawValue)" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
