internal import MaruHTTP

/// An endpoint's query: names and values in order, encoded by Maru.
///
/// ```swift
/// let query: EndpointQuery = ["done": false, "tag": ["집", "a+b"], "after": cursor]
/// ```
///
/// Every character but letters, digits and `-._~` is percent-encoded, a space as `%20` and a plus as
/// `%2B`, so that servers of either convention read the same (RFC 3986 §3.4). A nil value leaves
/// its name out; a list repeats it.
public struct EndpointQuery: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The query as it is sent, with its question mark; empty if there is none.
  package private(set) var encoded = ""

  /// No query.
  public init() {}

  /// A query of what stands in the source.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    for (name, value) in elements { append(value, for: name) }
  }

  /// Adds a name and its value.
  public mutating func append(_ value: (any QueryValue)?, for name: String) {
    guard let value else { return }
    for text in value.queryTexts {
      encoded += encoded.isEmpty ? "?" : "&"
      encoded += "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))"
    }
  }
}

extension EndpointQuery: CustomStringConvertible, CustomReflectable {
  /// Whether there is a query; never its values.
  public var description: String { encoded.isEmpty ? "no query" : "‹redacted›" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["query": description]) }
}

/// What can stand in a query.
public protocol QueryValue: Sendable {
  /// The value, once for each time that its name is to be there.
  var queryTexts: [String] { get }
}

extension QueryValue where Self: CustomStringConvertible {
  /// The description.
  public var queryTexts: [String] { [description] }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension Double: QueryValue {}

extension Array: QueryValue where Element: QueryValue {
  /// Each element's values, in order.
  public var queryTexts: [String] { flatMap(\.queryTexts) }
}
