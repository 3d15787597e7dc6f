#if os(Linux)
  package import MaruContract

  /// When an attempt's limits are reached, judged from what has happened so far.
  ///
  /// All moments are nanoseconds of the same monotonic clock; 0 stands for "not yet".
  package struct CurlDeadline: Sendable {
    /// A limit that was reached.
    package enum Limit: String {
      case attempt
      case connect
      case firstByte = "first byte"
      case idle
    }

    /// What has happened of the attempt.
    package struct Progress {
      /// When it was asked for.
      package var started: Int64
      /// When resolving or connecting began.
      package var connectStarted: Int64 = 0
      /// When the connection was there.
      package var sent: Int64 = 0
      /// When the last byte of the request was handed over.
      package var requestEnded: Int64 = 0
      /// Whether any byte of the response has come.
      package var headHasBegun = false
      /// When a piece of a body last came or went.
      package var lastPiece: Int64 = 0
      /// Whether it is the reader, here, that keeps a piece from coming or going.
      package var isHeldBack = false

      /// An attempt of which only the start has happened.
      package init(started: Int64) {
        self.started = started
      }
    }

    private let attempt: Int64
    /// The time to connect, in nanoseconds.
    let connect: Int64
    private let firstByte: Int64?
    private let idle: Int64?

    /// Takes over the limits.
    package init(_ limits: TransportLimits) {
      attempt = limits.attempt.wholeNanoseconds
      connect = limits.connect.wholeNanoseconds
      firstByte = limits.firstByte?.wholeNanoseconds
      idle = limits.idle?.wholeNanoseconds
    }

    /// The limit that is reached, if one is, and else the first moment at which one can be.
    package func judge(_ progress: Progress, now: Int64) -> (reached: Limit?, next: Int64) {
      var next = Int64.max
      var reached: Limit?
      func limit(_ limit: Limit, _ length: Int64, since start: Int64) {
        let (sum, overflow) = (start == 0 ? now : start).addingReportingOverflow(length)
        let end = overflow ? Int64.max : sum
        // A limit whose time has not begun can't be reached before it has passed once from now.
        if start != 0, end <= now, reached == nil { reached = limit }
        next = min(next, end)
      }
      limit(.attempt, attempt, since: progress.started)
      if progress.sent == 0 {
        limit(.connect, connect, since: progress.connectStarted)
      }
      if let firstByte, !progress.headHasBegun {
        limit(.firstByte, firstByte, since: progress.requestEnded)
      }
      if let idle {
        limit(.idle, idle, since: progress.isHeldBack ? 0 : progress.lastPiece)
      }
      return (reached, next)
    }
  }
#endif
