internal import GatewayHTTP
internal import MaruHTTP

/// Something that goes wrong on request, so that a client can be tested against it.
///
/// The field is `Maru-Fault: kind; name=value…`, one at a time.
package struct Fault: Hashable, Sendable {
  /// What goes wrong.
  package enum Kind: Hashable, Sendable {
    /// Waits before the work.
    case delay(Duration)
    /// Does the work, and closes the connection without an answer.
    case dropAnswer
    /// Answers with a status in place of the work.
    case status(Int, retryAfter: String?)
    /// Sends the client elsewhere in place of the work.
    case redirect(to: String, status: Int)
    /// Answers with a web page, as a captive portal does.
    case html
    /// Does the work, and closes the connection in the middle of the answer.
    case cutBody(bytes: Int)
    /// Answers as if the access token had expired, after a while.
    case revoke(after: Duration)
  }

  static let fieldName: HeaderName = "Maru-Fault"

  /// What goes wrong.
  package let kind: Kind
  /// How many requests it applies to; nil for all.
  package let times: Int?
  /// What the requests are counted by.
  package let id: String

  /// The fault that a request asks for; nil if it asks for none.
  ///
  /// - Throws: ``Problem``, 400, if the field cannot be read: a test must not pass by a typing
  ///   error.
  static func of(_ request: Request) throws(Problem) -> Fault? {
    let values = request.fields.values(of: fieldName)
    guard let first = values.first else { return nil }
    guard values.count == 1, let fault = Fault(first) else {
      throw Problem(
        status: 400, code: "malformed-fault", title: "Malformed fault",
        detail: "Maru-Fault cannot be read")
    }
    return fault
  }

  /// Reads a field's value; nil if it is none.
  package init?(_ text: String) {
    var pieces = text.split(separator: ";").map { Self.trimmed($0) }
    guard !pieces.isEmpty else { return nil }
    let name = pieces.removeFirst()
    var parameters: [String: String] = [:]
    for piece in pieces where !piece.isEmpty {
      let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      parameters[Self.trimmed(halves[0])] = Self.trimmed(halves[1])
    }
    guard let kind = Self.kind(name, parameters) else { return nil }
    self.kind = kind
    id = parameters["id"] ?? ""
    times = parameters["times"].flatMap(Int.init)
    guard (times ?? 1) >= 0, times != nil || parameters["times"] == nil else { return nil }
  }

  private static func kind(_ name: String, _ parameters: [String: String]) -> Kind? {
    func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
      parameters[name].flatMap(Int.init).flatMap { range.contains($0) ? $0 : nil }
    }
    switch name {
    case "delay": return number("ms", 0...60_000).map { .delay(.milliseconds($0)) }
    case "drop-answer": return .dropAnswer
    case "status":
      return number("code", 200...599).map { .status($0, retryAfter: parameters["retry-after"]) }
    case "redirect":
      let status = parameters["code"] == nil ? 307 : number("code", 300...399)
      guard let target = parameters["to"], let status else { return nil }
      return .redirect(to: target, status: status)
    case "html": return .html
    case "cut-body": return number("bytes", 0...1_000_000).map { .cutBody(bytes: $0) }
    case "revoke":
      guard parameters["ms"] != nil else { return .revoke(after: .zero) }
      return number("ms", 0...60_000).map { .revoke(after: .milliseconds($0)) }
    default: return nil
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
