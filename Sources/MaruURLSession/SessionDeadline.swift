package import MaruContract

/// When an attempt's limits are reached, judged from what has happened so far.
///
/// All moments are nanoseconds of the same monotonic clock; nil stands for "not yet". There is no
/// limit for connecting of its own: URLSession does not tell when it has connected.
package struct SessionDeadline: Sendable {
  /// A limit that was reached.
  package enum Limit: String, Sendable {
    case attempt
    case firstByte = "first byte"
    case idle
  }

  /// What has happened of the attempt.
  package struct Progress: Sendable {
    /// When it was asked for.
    package var started: Int64
    /// When the last byte of the request was handed over; its start, if it has no body.
    package var requestEnded: Int64?
    /// Whether the response's head has come.
    package var headHasCome = false
    /// When a piece of a body last came or went.
    package var lastPiece: Int64?
    /// Whether it is the reader, here, that keeps a piece from coming or going.
    package var isHeldBack = false

    /// An attempt of which only the start has happened.
    package init(started: Int64) {
      self.started = started
    }
  }

  private let attempt: Int64
  private let firstByte: Int64?
  private let idle: Int64?

  /// Takes over the limits.
  package init(_ limits: TransportLimits) {
    attempt = limits.attempt.wholeNanoseconds
    firstByte = limits.firstByte?.wholeNanoseconds
    idle = limits.idle?.wholeNanoseconds
  }

  /// The limit that is reached, if one is, and else the first moment at which one can be.
  package func judge(_ progress: Progress, now: Int64) -> (reached: Limit?, next: Int64) {
    var next = Int64.max
    var reached: Limit?
    func limit(_ limit: Limit, _ length: Int64, since start: Int64?) {
      let (sum, overflow) = (start ?? now).addingReportingOverflow(length)
      let end = overflow ? Int64.max : sum
      // A limit whose time has not begun can't be reached before it has passed once from now.
      if start != nil, end <= now, reached == nil { reached = limit }
      next = min(next, end)
    }
    limit(.attempt, attempt, since: progress.started)
    if let firstByte, !progress.headHasCome {
      limit(.firstByte, firstByte, since: progress.requestEnded)
    }
    if let idle {
      limit(.idle, idle, since: progress.isHeldBack ? nil : progress.lastPiece)
    }
    return (reached, next)
  }
}
