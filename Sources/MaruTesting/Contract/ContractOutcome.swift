internal import MaruContract
internal import MaruHTTP

/// What came of one call.
enum ContractOutcome: Sendable, CustomStringConvertible {
  case value(ContractAnswer)
  case failed(TransportFailure)
  case cancelled
  case threw(String)

  var description: String {
    switch self {
    case .value(let answer): "status \(answer.head.status) with \(answer.body.count) bytes"
    case .failed(let failure): "\(failure), arrival \(failure.arrival)"
    case .cancelled: "CancellationError"
    case .threw(let error): "another error, \(error)"
    }
  }
}

/// A response that was read.
struct ContractAnswer: Sendable {
  var head: TransportResponse
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }
}

extension TransportLimits {
  /// So long that reaching one means that the transport hangs, and less than the case's minute.
  static let generous = TransportLimits(attempt: .seconds(30))
}

extension TransportRequest {
  /// A request to a server of the suite, repeatable as its method is.
  init(
    _ method: RequestMethod, _ url: RequestURL, _ fields: [(HeaderName, String)] = [],
    isFresh: Bool = false
  ) {
    self.init(
      method: method, url: url, headers: .scripted(fields), isRepeatable: method.isIdempotent,
      needsFreshConnection: isFresh)
  }
}

extension HeaderFields {
  /// Fields of a script; all of them are written in the suite's source and can be sent.
  static func scripted(_ fields: [(HeaderName, String)]) -> HeaderFields {
    var result = HeaderFields()
    for (name, value) in fields { result.append(unchecked: value, for: name) }
    return result
  }
}

extension ServerAct {
  /// A response of text.
  static func text(_ text: String, _ fields: [(HeaderName, String)] = []) -> [ServerAct] {
    response(200, fields, body: Array(text.utf8))
  }

  /// The head of a response whose body has no length told.
  static func head(_ status: Int, _ fields: [(HeaderName, String)] = []) -> ServerAct {
    .head(status: status, fields: .scripted(fields))
  }
}
