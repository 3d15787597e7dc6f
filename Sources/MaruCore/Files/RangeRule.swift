internal import Foundation
package import MaruContract
internal import MaruHTTP

/// What is there of a download, and which version it is of.
package struct PartialState: Sendable, Hashable, Codable {
  /// How many bytes are there. Of a record on disk, whatever the file has.
  package var length = 0
  /// How many there are in all, if the server said so.
  package var total: Int?
  /// What names the version: a strong `ETag`, or a date.
  package var validator: String?

  package init() {}
}

/// A request for the rest of a download.
package struct RangeRequest: Sendable, Hashable {
  /// The first byte that is asked for.
  package var first: Int
  /// `If-Range`: the rest is wanted of this version only, else everything of the new one.
  package var validator: String?
  /// What was there when it was asked.
  package var state: PartialState
}

/// What an answer has of a download.
package enum RangeVerdict: Sendable, Hashable {
  /// Everything, from the first byte; what is there goes. A version that can be resumed is named.
  case whole(total: Int?, validator: String?)
  /// So many bytes from one on; what is there stays.
  case part(first: Int, count: Int, total: Int?)
  /// Bytes that do not fit to what is there: it goes, and everything is asked for.
  case stale
}

/// Decides where a download goes on, and whether what came fits (RFC 9110 §13.1.5, §14, §15.3.7).
///
/// A value of two pure functions, so that a test can put a mistake in the place of one.
package struct RangeRule: Sendable {
  /// What to ask for, given what is there; nil: everything.
  package var ask: @Sendable (PartialState) -> RangeRequest? = { Self.request(for: $0) }
  /// What a head says that it has, given what was asked for and how long its body says it is; nil
  /// if it has nothing of a file.
  package var judge: @Sendable (TransportResponse, RangeRequest?, Int?) -> RangeVerdict? = {
    Self.verdict(on: $0, to: $1, length: $2)
  }

  package init() {}

  package static func request(for state: PartialState) -> RangeRequest? {
    // Without a validator nobody can tell whether the rest is of the same version.
    guard state.length > 0, let validator = state.validator else { return nil }
    var first = state.length
    // All is there: the last byte is asked for again, which tells whether the version still holds
    // where asking for nothing would be answered by 416.
    if let total = state.total, first >= total { first = total - 1 }
    guard first > 0 else { return nil }
    return RangeRequest(first: first, validator: validator, state: state)
  }

  package static func verdict(
    on head: TransportResponse, to asked: RangeRequest?, length: Int?
  ) -> RangeVerdict? {
    switch head.status {
    case 206:
      // A part that nobody asked for is judged as any other answer is.
      guard let asked else { return nil }
      return part(head, asked, length: length)
    case 416 where asked != nil:
      return .stale
    case 200, 203:
      guard isPlain(head) else { return .whole(total: nil, validator: nil) }
      return .whole(total: length, validator: validator(of: head))
    default:
      return nil
    }
  }

  private static func part(
    _ head: TransportResponse, _ asked: RangeRequest, length: Int?
  ) -> RangeVerdict {
    // Two Content-Range fields, or several ranges at once, were not asked for.
    let ranges = head.headers.values(of: "Content-Range")
    guard ranges.count == 1, case .part(let range, let total)? = ContentRange(ranges[0]),
      range.lowerBound == asked.first, isPlain(head)
    else { return .stale }
    if let length, length != range.count { return .stale }
    if let known = asked.state.total, let total, known != total { return .stale }
    if let known = asked.state.total ?? total, range.upperBound >= known { return .stale }
    // RFC 9110 §15.3.7: the version is told again; If-Range alone is the server's word.
    if let tag = head.headers[.eTag].flatMap({ EntityTag($0) }) {
      let ours = asked.state.validator.flatMap { EntityTag($0) }
      if let ours, !ours.matchesStrongly(tag) { return .stale }
    } else if let date = head.headers["Last-Modified"], let ours = asked.state.validator,
      EntityTag(ours) == nil, ours != date
    {
      return .stale
    }
    return .part(first: asked.first, count: range.count, total: total ?? asked.state.total)
  }

  /// Whether the bytes are the resource's own: of a coded body, ranges count other bytes than those
  /// that are written.
  private static func isPlain(_ head: TransportResponse) -> Bool {
    let codings = head.headers.values(of: .contentEncoding)
    return codings.allSatisfy { FieldSyntax.trimmed($0[...]).lowercased() == "identity" }
  }

  /// What `If-Range` may carry: a strong tag, or a date that is a minute older than the answer, so
  /// that no second version can have it (RFC 9110 §8.8.2.2; the minute is RFC 7232's).
  private static func validator(of head: TransportResponse) -> String? {
    if let text = head.headers[.eTag] {
      guard let tag = EntityTag(text), !tag.isWeak else { return nil }
      return tag.description
    }
    guard let modified = head.headers["Last-Modified"], let date = head.headers[.date],
      let then = HTTPDate.parse(modified, reference: .distantPast),
      let now = HTTPDate.parse(date, reference: .distantPast),
      now.timeIntervalSince(then) >= 60
    else { return nil }
    return modified
  }
}
