internal import MaruContract
internal import MaruHTTP

/// What an endpoint promises, as far as a response is judged by it.
struct Promise: Sendable {
  var reads: @Sendable (MediaType) -> Bool
  var readsCharset: @Sendable (MediaType) -> Bool
  var expected: String
  var allowsEmpty: Bool
  var discardsBody: Bool
  var isHead: Bool
}

/// Judges a response's head: status first, then fields, then content type (CALL-8).
enum Judge {
  /// What a head says about what to do with the body.
  enum Verdict: Sendable {
    /// A value, if the body has any bytes; `unfit` says why it would be none.
    case value(unfit: Unfit?)
    /// Nothing that anyone wants.
    case discard
    /// There is no body, by the status or the method.
    case empty
    case redirect(location: String?)
    case refusal
    /// A status that has no meaning here.
    case meaningless(reason: String)
  }

  /// A body that must not be decoded.
  struct Unfit: Sendable {
    var code: CallError.Code
    var reason: String
  }

  static func judge(_ head: TransportResponse, promise: Promise) -> Verdict {
    switch head.status {
    case 206:
      // No call asks for a range, so a part would pass for the whole (RFC 9110 §15.3.7).
      return .meaningless(reason: "a part was sent where all was asked for")
    case 204, 205:
      return .empty
    case 200..<300:
      if promise.isHead { return .empty }
      if promise.discardsBody { return .discard }
      return .value(unfit: unfit(head, promise: promise))
    case 300..<400:
      guard Redirection.isRedirect(status: head.status) else {
        return .meaningless(reason: "status \(head.status) answers nothing that was asked")
      }
      return .redirect(location: head.headers[.location])
    case 400..<600:
      return .refusal
    default:
      return .meaningless(reason: "status \(head.status) is none")
    }
  }

  private static func unfit(_ head: TransportResponse, promise: Promise) -> Unfit? {
    // RFC 9110 §8.3: without a Content-Type the recipient decides; ours takes what it asked for.
    // Most answers say what was asked for to the letter, which needs no reading.
    guard let text = head.headers[.contentType], text != promise.expected else { return nil }
    guard let mediaType = MediaType(text) else {
      return Unfit(
        code: .unexpectedContent,
        reason: "expected \(promise.expected), found a Content-Type that can't be read")
    }
    guard promise.reads(mediaType) else {
      return Unfit(
        code: .unexpectedContent,
        reason: "expected \(promise.expected), found \(shown(mediaType))")
    }
    guard promise.readsCharset(mediaType) else {
      return Unfit(code: .wrongCharset, reason: "the answer's charset can't be read")
    }
    return nil
  }

  /// A media type comes from the peer: only one that is well known is repeated.
  private static func shown(_ mediaType: MediaType) -> String {
    let known: Set = [
      "text/html", "text/plain", "application/json", "application/xml", "text/xml",
      "application/octet-stream", "application/problem+json", "text/css", "text/javascript",
      "application/pdf", "image/png", "image/jpeg", "image/gif", "application/xhtml+xml",
    ]
    return known.contains(mediaType.essence) ? mediaType.essence : "another media type"
  }

  /// What a 4xx or 5xx says beside its status.
  static func refusal(_ head: TransportResponse, body: [UInt8], retryAfter: Duration?) -> Refusal {
    let isJSON = head.headers[.contentType].flatMap(MediaType.init)?.isJSON ?? false
    return Refusal(
      status: head.status, retryAfter: retryAfter,
      problem: isJSON && !body.isEmpty ? ProblemDetails(json: body) : nil)
  }
}
