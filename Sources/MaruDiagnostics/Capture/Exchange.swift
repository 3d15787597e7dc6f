internal import MaruHTTP

public import struct Foundation.Date

/// One request of a capture, with its answer or the reason why there is none.
///
/// Its description shows the number, the method and the status: never an address, a field or a body.
public struct Exchange: Sendable {
  /// Its place in the file, from 1.
  public let number: Int
  /// What reports call it: the id that the file gives it, or `e` with its number.
  public let label: String
  /// When it was sent; nil if the capture does not say.
  public let start: Date?
  /// What sent it, if the capture or a field says so.
  public let client: ClientKind?
  /// How long it took, in seconds.
  let seconds: Double
  let method: String
  let address: Address
  let request: CapturedFields
  let requestBody: CapturedBody
  let answer: CapturedAnswer?
  let failure: CapturedFailure?
  let isFromCache: Bool
  /// Cookies of the file's own list, for files that leave the field away.
  let listedCookies: [CookiePair]

  /// The status of the answer; nil without one.
  public var status: Int? { answer?.status }
  /// When the answer was complete.
  var end: Date? { start?.addingTimeInterval(max(seconds, 0)) }

  /// Whether a browser sent it: by its kind, or by fields that only browsers send.
  var isFromBrowser: Bool {
    if let client { return client.isBrowser }
    return request.has("origin") || request.has("sec-fetch-mode") || request.has("sec-fetch-site")
  }
}

extension Exchange {
  /// Whether its sender takes a cookie that says no `SameSite` for `Lax` (RFC 6265bis §5.6.7.2): Chromium
  /// does from its version 80 on, WebKit and Firefox do not. Of who does not say, it is supposed.
  var takesUnsaidForLax: Bool {
    switch client {
    case .webKit, .firefox: return false
    case .chromium:
      let words = request["user-agent"]?.split { $0 == " " } ?? []
      let version = words.first { $0.hasPrefix("Chrome/") || $0.hasPrefix("Chromium/") }?
        .split { $0 == "/" || $0 == "." }.dropFirst().first.flatMap { Int($0) }
      return version.map { $0 >= 80 } ?? true
    default: return true
    }
  }
}

/// The answer to a request.
struct CapturedAnswer: Sendable {
  let status: Int
  let fields: CapturedFields
  let body: CapturedBody
  let redirect: String?

  /// Where it sends the client: the `Location`, or what the capture noted of it.
  var location: String? {
    guard Redirection.isRedirect(status: status) else { return nil }
    return fields["location"] ?? redirect
  }
}

/// One cookie of a request.
struct CookiePair: Sendable, Hashable {
  let name: String
  let value: String
}

extension Exchange: CustomStringConvertible, CustomReflectable {
  /// Number, method and status.
  public var description: String {
    "exchange \(number): \(ShownMethod(method)), \(status.map(String.init) ?? "no answer")"
  }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["exchange": description]) }
}

/// A method as reports show it: a word that is no method may be anything.
struct ShownMethod: CustomStringConvertible {
  let description: String

  init(_ method: String) {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
    description = known.contains(method) ? method : "‹method›"
  }
}
