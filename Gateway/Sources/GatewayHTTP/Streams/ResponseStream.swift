/// A body that goes on until its client leaves or the server ends it.
///
/// It has two parts: what `begin` sends, as slowly as the client takes it, and what is published to
/// the stream's channel afterwards. A client that is too slow for the second is let go.
public struct ResponseStream: Sendable {
  /// What it follows: whatever is published there goes to it.
  public let channel: String
  /// How its client is treated.
  public let terms: StreamTerms
  /// Sends what comes first and has the stream follow, or ends it.
  public let begin: @Sendable (any StreamSender) async -> Void
  /// The last words to a client that is let go, such as when to come back.
  public let farewell: @Sendable (StreamEnd.Reason) -> [UInt8]
  /// Hears of the end, once. Not called for a stream that never began. Runs on the event loop: must
  /// not block.
  public let onEnd: @Sendable (StreamEnd) -> Void

  /// Makes a body.
  public init(
    channel: String, terms: StreamTerms,
    begin: @escaping @Sendable (any StreamSender) async -> Void,
    farewell: @escaping @Sendable (StreamEnd.Reason) -> [UInt8] = { _ in [] },
    onEnd: @escaping @Sendable (StreamEnd) -> Void = { _ in }
  ) {
    self.channel = channel
    self.terms = terms
    self.begin = begin
    self.farewell = farewell
    self.onEnd = onEnd
  }
}

/// How the client of a stream is treated.
public struct StreamTerms: Hashable, Sendable {
  /// What is sent where nothing else was for a while.
  public var heartbeat: [UInt8]
  /// How long that while is.
  public var heartbeatInterval: Duration
  /// How many bytes wait for a client, besides those in the system's own buffer; with more it is let
  /// go.
  public var maximumQueuedBytes: Int

  /// Makes terms.
  public init(heartbeat: [UInt8], heartbeatInterval: Duration, maximumQueuedBytes: Int) {
    self.heartbeat = heartbeat
    self.heartbeatInterval = heartbeatInterval
    self.maximumQueuedBytes = maximumQueuedBytes
  }
}

/// How a stream ended, and what it had carried.
public struct StreamEnd: Hashable, Sendable {
  /// Who ended it, and why.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// All was sent that was asked for.
    case complete
    /// The client has closed the connection, or the network has.
    case left
    /// The client has not taken what was sent.
    case slow
    /// Whoever it is for may not have it any more.
    case unauthorized
    /// The server is about to end.
    case stopping
    /// Something of the server's own went wrong.
    case failed
  }

  /// Who ended it, and why.
  public var reason: Reason
  /// How long it had been there.
  public var duration: Duration
  /// How many publications it carried; what `begin` has sent is not among them.
  public var publications: Int
  /// How many bytes it carried, without chunk framing.
  public var bytes: Int

  /// Makes an end.
  public init(reason: Reason, duration: Duration, publications: Int, bytes: Int) {
    self.reason = reason
    self.duration = duration
    self.publications = publications
    self.bytes = bytes
  }
}

/// A stream that is open, for whoever sends to it. May be used from any thread.
public protocol StreamSender: Sendable {
  /// Sends bytes, and waits while more are queued than half of what may be.
  ///
  /// - Returns: false once the stream is over; then nothing was sent.
  func send(_ bytes: [UInt8]) async -> Bool

  /// Has the stream follow its channel from behind a place.
  func follow(behind place: Int64) async -> StreamJoin

  /// Ends the stream with its last words; nothing if it is over.
  func end(_ reason: StreamEnd.Reason)
}

/// Whether a stream follows its channel.
public enum StreamJoin: Hashable, Sendable {
  /// It does: what is published behind the place goes to it.
  case follows
  /// Something behind the place may have been published already: look again.
  case isBehind
  /// The stream is over.
  case isOver
}

/// Something for all streams of a channel, at its place in the order of all publications.
public struct Publication: Hashable, Sendable {
  /// Whose it is.
  public let channel: String
  /// Where it stands; larger than that of each publication before.
  public let place: Int64
  /// What is sent.
  public let bytes: [UInt8]

  /// Makes a publication.
  public init(channel: String, place: Int64, bytes: [UInt8]) {
    self.channel = channel
    self.place = place
    self.bytes = bytes
  }
}
