internal import Maru

/// What the gateway is asked to do wrong; it takes such wishes only when started with
/// `--allow-faults`.
enum Fault: Sendable {
  /// Waits before the work.
  case delay(Duration)
  /// Does the work and closes the connection without an answer.
  case dropAnswer
  /// Does the work and breaks the connection after so many bytes of the answer.
  case cutBody(bytes: Int)
  /// Answers 503 and says when to come back.
  case busy(retryAfterSeconds: Int)
  /// Sends the client elsewhere.
  case redirect(to: String)
  /// Answers with a web page.
  case html
  /// Answers as if the access token had expired.
  case expiredToken

  /// The field that asks for it.
  ///
  /// - Parameters:
  ///   - times: to how many requests it applies; nil: to all.
  ///   - id: what these requests are counted by.
  ///   - staysHere: whether a redirect to another origin loses the field.
  func header(times: Int? = nil, id: String = "", staysHere: Bool = false) throws -> EndpointHeader
  {
    var text = kind
    if let times { text += "; times=\(times); id=\(id)" }
    return try EndpointHeader("Maru-Fault", text, isSecret: staysHere)
  }

  private var kind: String {
    switch self {
    case .delay(let duration): "delay; ms=\(duration.milliseconds)"
    case .dropAnswer: "drop-answer"
    case .cutBody(let bytes): "cut-body; bytes=\(bytes)"
    case .busy(let seconds): "status; code=503; retry-after=\(seconds)"
    case .redirect(let target): "redirect; to=\(target); code=307"
    case .html: "html"
    case .expiredToken: "revoke"
    }
  }
}
