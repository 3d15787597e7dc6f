internal import Foundation
internal import GatewayCrypto
internal import GatewayHTTP

/// Where the next part of a list begins, as clients get it: opaque, so that it can become something
/// else.
enum ListCursor {
  /// What clients send it in.
  static let parameter = Parameter.query(
    "cursor", .text(length: 1...64, pattern: "^[A-Za-z0-9_-]+$"),
    "the nextCursor of the page before")

  static func text(of place: Int64) -> String { Base64URL.encode(Array("v1:\(place)".utf8)) }

  /// The place that a query names; nil if it names none.
  ///
  /// - Throws: ``Problem``, 422, if the cursor is none of ours.
  static func place(in query: FormFields) throws(Problem) -> Int64? {
    guard let text = query["cursor"] else { return nil }
    guard let bytes = Base64URL.decode(text), let inner = String(validating: bytes, as: UTF8.self),
      inner.hasPrefix("v1:"), let place = Int64(inner.dropFirst(3))
    else { throw .invalid([.init(pointer: "/cursor", detail: "is none that this list gave")]) }
    return place
  }

  /// Where the next part is, for a client that follows links (RFC 8288).
  ///
  /// - Parameter rest: the other values of the query, which need no encoding.
  static func link(_ path: String, limit: Int, next: Int64, _ rest: [String] = []) -> String {
    let query = ["limit=\(limit)", "cursor=\(text(of: next))"] + rest
    return "<\(path)?\(query.joined(separator: "&"))>; rel=\"next\""
  }
}
