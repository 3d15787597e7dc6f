public import MaruHTTP

/// A server on a loopback port that does what a script says, right or wrong.
///
/// It reads requests from real sockets and answers each with acts: whole responses, raw bytes,
/// drips, pauses, endings of every kind. It listens on a port of its own, so tests never collide,
/// and it writes down what it has seen.
///
/// ```swift
/// let peer = try BreakingPeer { _ in [.text("HTTP/1.1 200 OK\r\nContent-Le")] }
/// defer { peer.stop() }
/// ```
///
/// Each connection has a thread. ``stop()``, or letting go of the server, ends all of them and
/// closes every descriptor.
public final class BreakingPeer: Sendable {
  private let core: PeerCore

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - keptBodyBytes: how much of a request's body is kept; the rest is counted only. 1 MiB, since
  ///     what a test compares is smaller.
  ///   - keptRequests: how many requests are kept, the first ones; the rest is counted only. 100,000:
  ///     more than a test looks at, less than a soak sends.
  ///   - reading: what is read before the script is asked; gets the connection's number and the
  ///     request's number on it, both from 0. Without it, whole requests are read.
  ///   - script: what is done about a request. It runs on the connection's thread, for several
  ///     connections at once. A script that ends without `.end`, `.cut`, `.reset` or `.hold` ends
  ///     its response whole; one of raw bytes closes the connection, unless `.end` keeps it.
  /// - Throws: ``PeerFailure`` if the system gives no port or no thread.
  public init(
    keptBodyBytes: Int = 1_048_576, keptRequests: Int = 100_000,
    reading: @escaping @Sendable (_ connection: Int, _ request: Int) -> PeerReading = { _, _ in
      .request
    },
    script: @escaping @Sendable (PeerRequest) -> [WireAct]
  ) throws(PeerFailure) {
    core = try PeerCore(
      keptBodyBytes: keptBodyBytes, keptRequests: keptRequests, reading: reading, script: script)
  }

  /// Starts a server of acts that a fake transport can play too.
  ///
  /// - Throws: ``PeerFailure`` if the system gives no port or no thread.
  public static func playing(
    _ script: @escaping @Sendable (PeerRequest) -> [ServerAct]
  ) throws(PeerFailure) -> BreakingPeer {
    try BreakingPeer { script($0).map(WireAct.act) }
  }

  deinit {
    core.stop()
  }

  /// Ends every connection and thread and closes every descriptor; returns once that is done.
  ///
  /// May be called again, and from a script, whose own thread then ends a moment later.
  public func stop() {
    core.stop()
  }

  /// The port that it listens on.
  public var port: Int { core.port }

  /// The address of a resource on it.
  ///
  /// - Parameter target: path and query, as they stand in a request line.
  public func url(_ target: String = "/") -> RequestURL {
    RequestURL(origin: Origin(scheme: .http, host: "127.0.0.1", port: port), target: target)
  }

  /// The requests until now, in the order in which they were read.
  ///
  /// One whose body broke off is among them and says so.
  public var requests: [PeerRequest] { core.monitor.read(\.requests) }

  /// How many connections were accepted.
  public var connectionsAccepted: Int { core.monitor.read(\.accepted) }

  /// How many connections are open, as this side sees it.
  public var connectionsOpen: Int { core.monitor.read(\.open) }

  /// How many requests are being answered.
  public var requestsInFlight: Int { core.monitor.read(\.inFlight) }

  /// How many bytes the system has taken to send, over all connections.
  public var bytesSent: Int { core.monitor.read(\.bytesSent) }

  /// Blocks the thread until the server is as wanted.
  ///
  /// `condition` sees the counters of one moment; it must be quick and must not ask the server.
  ///
  /// - Returns: whether it was so within `limit`, of real time.
  public func waitUntil(
    within limit: Duration = .seconds(30), _ condition: (PeerCounts) -> Bool
  ) -> Bool {
    core.monitor.wait(upTo: limit) { condition($0.counts) }
  }

  /// Waits until the server is as wanted, without blocking the task's thread.
  ///
  /// - Returns: whether it was so within `limit`, of real time. Cancelling does not end the wait.
  public func reaches(
    within limit: Duration = .seconds(30), _ condition: @escaping @Sendable (PeerCounts) -> Bool
  ) async -> Bool {
    let core = core
    return await withCheckedContinuation { continuation in
      core.startWaiting {
        continuation.resume(returning: core.monitor.wait(upTo: limit) { condition($0.counts) })
      } orElse: {
        continuation.resume(returning: core.monitor.read { condition($0.counts) })
      }
    }
  }
}

/// What a breaking server has counted until one moment.
public struct PeerCounts: Sendable, Hashable {
  /// How many connections were accepted.
  public var accepted = 0
  /// How many connections are open, as the server sees it.
  public var open = 0
  /// How many requests were read, whole or broken off.
  public var requests = 0
  /// How many requests are being answered.
  public var inFlight = 0
  /// How many bytes the system has taken to send.
  public var bytesSent = 0

  /// Nothing counted yet.
  public init() {}
}

/// The system gave a breaking server less than it needs.
public struct PeerFailure: Error, Hashable, CustomStringConvertible {
  /// What is missing.
  public let description: String
}
