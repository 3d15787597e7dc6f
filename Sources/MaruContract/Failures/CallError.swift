public import MaruHTTP

/// Why a call failed: the one error type that an app branches on.
///
/// ```swift
/// do { … } catch is CancellationError { … } catch let error as CallError { switch error.code { … } }
/// ```
///
/// Cancelling the caller's task is never one of these: it is `CancellationError`, always and only.
/// Two errors are equal if their codes are. No token, cookie, body, host or path is in its
/// description, its debug description or its dump.
public struct CallError: Error, Sendable {
  /// What went wrong; stable.
  public let code: Code
  /// Where it went wrong.
  public let stage: Stage
  /// Joins the error with the server's log; nil if there was no call yet.
  public let requestID: RequestID?
  /// The status of the answer that decided, if there was one.
  public let status: Int?
  /// How long the server asks to wait before trying again, from now.
  public let retryAfter: Duration?
  /// What became of a write; nil if the call only reads.
  public let outcome: WriteOutcome?
  /// The key that the call carried, to ask the server with.
  public let idempotencyKey: IdempotencyKey?
  /// How often the call was sent.
  public let attempts: Int
  /// What was expected and found, in words that hold nothing of the call's content.
  public let reason: String
  /// What the server said about it, if it could be read (RFC 9457).
  public let problem: Sensitive<ProblemDetails>?
  /// What lies below, for a debugger.
  public let cause: Sensitive<any Error>?

  /// Where a call can fail, in the order of its life.
  @nonexhaustive
  public enum Stage: String, Sendable, Hashable {
    /// Settings, encoding, context.
    case preparation
    /// Getting a credential.
    case authorization
    /// Sending, and waiting for the answer.
    case attempt
    /// Judging status, fields, content type and size.
    case judgement
    /// Waiting to try again.
    case waiting
    /// Turning the body into a value.
    case decoding
    /// Writing the body to a file.
    case storing
  }

  /// Makes an error; for providers, transports and tests.
  public init(
    _ code: Code, at stage: Stage, reason: String, requestID: RequestID? = nil, status: Int? = nil,
    retryAfter: Duration? = nil, outcome: WriteOutcome? = nil,
    idempotencyKey: IdempotencyKey? = nil, attempts: Int = 0,
    problem: Sensitive<ProblemDetails>? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.stage = stage
    self.reason = reason
    self.requestID = requestID
    self.status = status
    self.retryAfter = retryAfter
    self.outcome = outcome
    self.idempotencyKey = idempotencyKey
    self.attempts = attempts
    self.problem = problem
    self.cause = cause.map { Sensitive($0) }
  }

  /// Whether the same call may succeed later, as far as anyone can tell.
  ///
  /// It says nothing about harm: for a write, read ``outcome`` first.
  public var mayHelpToTryAgain: Bool { code.mayHelpToTryAgain || retryAfter != nil }

  /// The server's own code for the problem; may repeat what the user typed.
  public var serverCode: String? { problem?.value.code }

  /// What the server did not accept, field by field; may repeat what the user typed.
  public var fieldErrors: [ProblemDetails.FieldError] { problem?.value.fieldErrors ?? [] }
}

extension CallError: Equatable {
  /// Whether the codes are the same.
  public static func == (one: CallError, other: CallError) -> Bool { one.code == other.code }
}

extension CallError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Code, stage, status, request id, attempts and reason: all that may be shown.
  public var description: String {
    var text = "\(code.rawValue) at \(stage.rawValue)"
    if let status { text += ", status \(status)" }
    if let requestID { text += ", request \(requestID)" }
    if attempts > 0 { text += ", attempts \(attempts)" }
    if let outcome { text += ", outcome \(outcome.rawValue)" }
    if let retryAfter { text += ", retry after \(retryAfter)" }
    return "\(text): \(reason)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
