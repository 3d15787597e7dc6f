internal import MaruHTTP

internal import struct Foundation.Date

/// One `Set-Cookie` of a capture, and what came of it in the client that got it.
struct CookieSet: Sendable {
  /// The exchange that it came with, as an index of the case.
  let exchange: Int
  let line: String
  /// What it says; nil if a client can't read it.
  let read: SetCookie?
  let outcome: SetCookieOutcome
  /// When it came.
  let date: Date
  /// Whose cookies these are: one jar for each kind of client.
  let jar: String
  /// The host that sent it.
  let host: String
  /// Cookies of the same name that a deletion did not meet and that are still there after the answer.
  var missed: [Cookie] = []

  var name: String { read?.name ?? "" }
  var value: String { read?.value.text ?? "" }
  /// The domain it is for: the sender's own if it names none.
  var domain: String { read?.domain ?? host }
  var refusal: CookieRefusal? { if case .refused(let why) = outcome { why } else { nil } }

  /// When it ends; nil: with the session (RFC 6265bis §5.5).
  var expires: Date? {
    guard let read else { return nil }
    if let age = read.maximumAge {
      return date.addingTimeInterval(Double(min(max(age, 0), 34_560_000)))
    }
    return read.expires
  }

  var isDeletion: Bool { expires.map { $0 <= date } ?? false }

  /// Whether it lets somebody in: by its name, or since scripts must not see it.
  var isCredential: Bool {
    guard let read else { return false }
    if Words.isSessionCookie(read.name) { return true }
    let name = read.name.lowercased()
    return read.isHTTPOnly && !name.contains("csrf") && !name.contains("xsrf")
      && !name.hasPrefix("_") && !name.hasPrefix("bm_") && !name.hasPrefix("ak_")
      && !name.hasPrefix("visid") && !name.hasPrefix("incap")
  }
}
