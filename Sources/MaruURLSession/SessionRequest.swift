internal import Foundation
internal import MaruContract
internal import MaruHTTP

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A request in URLSession's form.
enum SessionRequest {
  /// The fields that the transport makes itself.
  private static let framing: Set<HeaderName> = [
    .host, .contentLength, .transferEncoding, .connection,
  ]

  /// What URLSession can't send; nil if it can.
  static func refusal(_ request: TransportRequest, _ body: RequestBody) -> TransportFailure? {
    guard request.url.origin.scheme == .https || request.url.origin.isLoopback else {
      return TransportFailure(
        .blockedByPolicy, arrival: .impossible, reason: "http is only for this machine")
    }
    if !body.isEmpty, request.method == .get || request.method == .head {
      return TransportFailure(
        .unsupported, arrival: .impossible,
        reason: "URLSession sends no body with \(request.method)")
    }
    return nil
  }

  /// Makes a request; nil if Foundation can't read the address.
  ///
  /// Repeated fields are folded into one: URLSession keeps one value for a name.
  static func make(
    _ request: TransportRequest, contentType: String?, limits: TransportLimits
  ) -> URLRequest? {
    guard let url = URL(string: request.url.string) else { return nil }
    var result = URLRequest(
      url: url, cachePolicy: .useProtocolCachePolicy,
      timeoutInterval: safetyTimeout(limits.attempt))
    result.httpMethod = request.method.rawValue
    result.httpShouldHandleCookies = false
    var isTypeNamed = false
    for field in request.headers where !framing.contains(field.name) {
      if field.name == .contentType { isTypeNamed = true }
      let name = field.name.rawValue
      let earlier = result.value(forHTTPHeaderField: name)
      let comma = field.name == .cookie ? "; " : ", "
      result.setValue(
        earlier.map { $0 + comma + field.value } ?? field.value, forHTTPHeaderField: name)
    }
    if let contentType, !isTypeNamed {
      result.setValue(contentType, forHTTPHeaderField: "Content-Type")
    }
    return result
  }

  /// What URLSession gets as its own limit: it knows whole seconds only and must never be first.
  private static func safetyTimeout(_ attempt: Duration) -> Double {
    Double(min(max(0, attempt.components.seconds), 1_000_000) + 31)
  }
}

extension RequestBody {
  /// Whether there is surely nothing in it.
  var isEmpty: Bool {
    switch content {
    case .none: true
    case .bytes(let bytes): bytes.isEmpty
    case .stream(let length, _, _): length == 0
    }
  }
}
