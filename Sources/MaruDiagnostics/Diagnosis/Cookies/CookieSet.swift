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
  /// When it ends; nil: with the session (RFC 6265bis §5.5).
  let expires: Date?
  let isDeletion: Bool
  /// Whether it lets somebody in: by its name, or since scripts must not see it.
  let isCredential: Bool
  /// Cookies of the same name that a deletion did not meet and that are still there after the answer.
  var missed: [Cookie] = []

  init(
    _ line: String, exchange: Int, outcome: SetCookieOutcome, date: Date, jar: String, host: String
  ) {
    let read = try? SetCookie(line)
    (self.exchange, self.line, self.read, self.outcome) = (exchange, line, read, outcome)
    (self.date, self.jar, self.host) = (date, jar, host)
    let age = read?.maximumAge.map { date.addingTimeInterval(Double(min(max($0, 0), 34_560_000))) }
    expires = age ?? read?.expires
    isDeletion = expires.map { $0 <= date } ?? false
    isCredential = read.map(Self.letsIn) ?? false
  }

  var name: String { read?.name ?? "" }
  var value: String { read?.value.text ?? "" }
  /// The domain it is for: the sender's own if it names none.
  var domain: String { read?.domain ?? host }
  var refusal: CookieRefusal? { if case .refused(let why) = outcome { why } else { nil } }

  private static func letsIn(_ read: SetCookie) -> Bool {
    if Words.isSessionCookie(read.name) { return true }
    let name = read.name.lowercased()
    return read.isHTTPOnly && !name.contains("csrf") && !name.contains("xsrf")
      && !name.hasPrefix("_") && !name.hasPrefix("bm_") && !name.hasPrefix("ak_")
      && !name.hasPrefix("visid") && !name.hasPrefix("incap")
  }
}
