import Foundation
import MaruContract
import Testing

@Suite struct `The table of codes` {
  @Test func `holds every code of the specification`() {
    let specified = [
      "configuration", "unsupported", "shutDown", "notAuthenticated", "credentialRefused",
      "forbidden", "invalidRequest", "notFound", "conflict", "preconditionFailed", "bodyTooLarge",
      "upgradeRequired", "rateLimited", "unavailable", "serverFailed", "unreachable",
      "connectionLost", "tlsUntrusted", "tlsExpired", "tlsHostMismatch", "tlsPinMismatch",
      "tlsFailed", "blockedByPolicy", "deadlineExceeded", "unexpectedContent", "emptyBody",
      "undecodable", "malformedResponse", "redirectRefused", "headersTooLarge", "wrongCharset",
    ]
    // Codes may be added; none may go or be spelt otherwise.
    #expect(Set(specified).subtracting(CallError.Code.allCases.map(\.rawValue)).isEmpty)
  }

  @Test func `is the one that the documentation shows`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/Errors.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(CallError.Code.markdownTable))
  }

  @Test func `breaks no cell and leaves none empty`() {
    for code in CallError.Code.allCases {
      #expect(!code.causes.isEmpty && !code.causes.contains("|"))
      #expect(!code.remedy.isEmpty && !code.remedy.contains("|"))
    }
  }

  @Test(arguments: [
    (400, CallError.Code.invalidRequest), (401, .credentialRefused), (402, .invalidRequest),
    (403, .forbidden), (404, .notFound), (405, .invalidRequest), (409, .conflict), (410, .notFound),
    (412, .preconditionFailed), (413, .bodyTooLarge), (418, .invalidRequest),
    (422, .invalidRequest),
    (426, .upgradeRequired), (428, .preconditionFailed), (429, .rateLimited),
    (431, .headersTooLarge),
    (499, .invalidRequest), (500, .serverFailed), (501, .serverFailed), (502, .unavailable),
    (503, .unavailable), (504, .unavailable), (505, .serverFailed), (599, .serverFailed),
  ])
  func `gives a failed status its code`(status: Int, code: CallError.Code) {
    #expect(CallError.Code(status: status) == code)
  }

  @Test func `gives no code to a status that is no failure`() {
    for status in Array(-1..<400) + [600, 999, .max, .min] {
      #expect(CallError.Code(status: status) == nil)
    }
  }

  @Test func `names for each status that decides the code it is under`() {
    for status in 400..<600 {
      guard let code = CallError.Code(status: status) else { continue }
      let isNamed = code.causes.contains("\(status)")
      #expect(isNamed || code.causes.contains("any other"), "\(status) is \(code)")
    }
  }

  @Test func `gives each failure of a transport its code`() {
    let codes = TransportFailure.Kind.allCases.map { CallError.Code($0) }
    #expect(codes.count == 15)
    for kind in TransportFailure.Kind.allCases {
      let code = CallError.Code(kind)
      let isRenamed = kind == .timedOut || kind == .requestBodyFailed
      #expect(isRenamed || code.rawValue == kind.rawValue)
    }
    #expect(CallError.Code(.timedOut) == .deadlineExceeded)
    #expect(CallError.Code(.requestBodyFailed) == .configuration)
  }

  @Test func `never takes a failure of TLS for one of authentication`() {
    for kind in TransportFailure.Kind.allCases where kind.rawValue.hasPrefix("tls") {
      let code = CallError.Code(kind)
      #expect(![.notAuthenticated, .credentialRefused, .forbidden].contains(code))
      #expect(!code.mayHelpToTryAgain)
    }
  }
}

@Suite struct `A call's error` {
  @Test func `says whether trying again may help`() {
    let helpful: Set<CallError.Code> = [
      .rateLimited, .unavailable, .serverFailed, .unreachable, .connectionLost, .deadlineExceeded,
      .credentialUnavailable,
    ]
    for code in CallError.Code.allCases {
      #expect(CallError(code, at: .attempt, reason: "").mayHelpToTryAgain == helpful.contains(code))
      let later = CallError(code, at: .attempt, reason: "", retryAfter: .seconds(1))
      #expect(later.mayHelpToTryAgain)
    }
  }

  @Test func `is equal to another of its code`() {
    let one = CallError(.conflict, at: .judgement, reason: "a", status: 409)
    #expect(one == CallError(.conflict, at: .attempt, reason: "b"))
    #expect(one != CallError(.notFound, at: .judgement, reason: "a", status: 409))
  }

  @Test func `describes itself in one line`() throws {
    let error = CallError(
      .unavailable, at: .attempt, reason: "the server can't answer now",
      requestID: try RequestID("7F3A"),
      status: 503, retryAfter: .seconds(2), outcome: .unknown, attempts: 3)
    #expect(
      error.description == "unavailable at attempt, status 503, request 7F3A, attempts 3, "
        + "outcome unknown, retry after 2.0 seconds: the server can't answer now")
    #expect(error.debugDescription == error.description)
    #expect(
      CallError(.notFound, at: .judgement, reason: "r").description == "notFound at judgement: r")
  }

  @Test func `has no details where the server gave none`() {
    let error = CallError(.conflict, at: .judgement, reason: "")
    #expect(error.serverCode == nil && error.fieldErrors.isEmpty && error.problem == nil)
  }
}
