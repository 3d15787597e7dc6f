package import MaruContract

/// How long a peer has to open, when it is asked for a sign of life, and when it counts as dead.
///
/// Routers and proxies forget a connection that is silent, and tell neither side.
public struct WebSocketKeepAlive: Sendable, Hashable {
  /// How long the handshake may take. 30 seconds, as an attempt of a call.
  public var openWithin: Duration
  /// How long the peer may be silent before it is asked. 25 seconds: many proxies close what is silent
  /// for 30 or 60.
  public var pingAfter: Duration
  /// How long it has to answer, by a pong or anything else. 10 seconds.
  public var pongWithin: Duration

  /// Makes limits.
  public init(
    openWithin: Duration = .seconds(30), pingAfter: Duration = .seconds(25),
    pongWithin: Duration = .seconds(10)
  ) {
    self.openWithin = openWithin
    self.pingAfter = pingAfter
    self.pongWithin = pongWithin
  }
}

/// Decides when to ask for a sign of life: takes what was heard, answers what to do.
///
/// A value without clock and connection.
package struct WebSocketLiveness: Sendable {
  /// What to do.
  package enum Action: Sendable, Equatable {
    /// Look again at this moment.
    case wait(until: MonotonicInstant)
    /// Send a ping, and look again at this moment.
    case ping(thenWaitUntil: MonotonicInstant)
    /// The peer is gone, or never came.
    case giveUp(CallError)
  }

  private let limits: WebSocketKeepAlive
  private let begun: MonotonicInstant
  /// When the peer was heard last; nil: the connection is not open yet.
  private var lastHeard: MonotonicInstant?
  /// When the peer was asked; nil if it has been heard since.
  private var asked: MonotonicInstant?
  /// A message waits for its reader. What is behind it, a pong too, may not have been read yet.
  private var isHeldUp = false

  package init(_ limits: WebSocketKeepAlive, now: MonotonicInstant) {
    self.limits = limits
    begun = now
  }

  /// The peer has opened the connection.
  package mutating func opened(at now: MonotonicInstant) { heard(at: now) }

  /// Anything came: a message or a pong.
  package mutating func heard(at now: MonotonicInstant) {
    lastHeard = now
    asked = nil
  }

  /// A message begins to wait for its reader, or has been taken.
  package mutating func holdsUp(_ isHeldUp: Bool, at now: MonotonicInstant) {
    self.isHeldUp = isHeldUp
    heard(at: now)
  }

  /// It is time to look.
  package mutating func look(at now: MonotonicInstant) -> Action {
    guard let lastHeard else {
      let end = begun.advanced(by: limits.openWithin)
      return now < end
        ? .wait(until: end)
        : .giveUp(
          CallError(
            .deadlineExceeded, at: .attempt, reason: "the handshake was not answered in time"))
    }
    if isHeldUp { return .wait(until: now.advanced(by: limits.pingAfter)) }
    if let asked {
      let end = asked.advanced(by: limits.pongWithin)
      return now < end
        ? .wait(until: end)
        : .giveUp(
          CallError(.connectionLost, at: .attempt, reason: "the peer gave no sign of life"))
    }
    let due = lastHeard.advanced(by: limits.pingAfter)
    guard now >= due else { return .wait(until: due) }
    asked = now
    return .ping(thenWaitUntil: now.advanced(by: limits.pongWithin))
  }
}
