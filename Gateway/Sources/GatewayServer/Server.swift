public import GatewayHTTP
internal import MaruSystem

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An HTTP/1.1 server: evhttp behind a strict gate, one event loop per thread.
///
/// On an open network it belongs behind a proxy that speaks TLS.
public final class Server: Sendable {
  /// The port that it listens on.
  public let port: UInt16
  private let workers: [Worker]
  private let shared: Locked<ServerActivity>

  /// Listens and serves until ``stop(within:)``.
  ///
  /// Ignores SIGPIPE in the whole process: libevent writes to sockets whose client may have left.
  /// - Throws: ``StartFailure`` if it cannot listen.
  public init(
    _ configuration: ServerConfiguration, handler: any Handler
  ) throws(StartFailure) {
    signal(SIGPIPE, SIG_IGN)
    let activity = Locked(ServerActivity())
    var workers: [Worker] = []
    var port = configuration.port
    for index in 0..<max(1, configuration.threads) {
      let socket = try ListeningSocket(host: configuration.host, port: port, sharing: index > 0)
      port = socket.port
      workers.append(
        try Worker(
          configuration: configuration, handler: handler, socket: socket, activity: activity))
    }
    for worker in workers { try worker.start() }
    self.port = port
    self.workers = workers
    shared = activity
  }

  /// Where tasks run that belong to the server, on one of its event loops: they must not block, and
  /// have to end before it stops.
  public var executor: any TaskExecutor { workers[0].loop }

  /// How busy the server is.
  public var activity: ServerActivity { shared.withLock { $0 } }

  /// Hands publications to the streams that follow their channels. Returns at once.
  ///
  /// Call it from one place only, in the order of places: each stream gets each publication behind
  /// its own place once, in that order.
  /// - Parameter place: up to where everything is published by this, also what nobody follows.
  public func publish(_ publications: [Publication], upTo place: Int64) {
    let batch = PublishedBatch(publications, upTo: place)
    for worker in workers { worker.publish(batch) }
  }

  /// Stops accepting, answers every request whose head has arrived, and ends.
  ///
  /// Blocks the calling thread, so it must be none of a task's; tasks call ``stopped(within:)``.
  /// - Returns: whether everything was answered in time; if not, the rest was cut off.
  public func stop(within limit: Duration) -> Bool {
    for worker in workers { worker.beginDrain() }
    let deadline = ContinuousClock.now + limit
    let inTime = workers.allSatisfy {
      $0.ended.wait(atMost: max(.zero, deadline - ContinuousClock.now))
    }
    if !inTime { for worker in workers { worker.abandon() } }
    return inTime
  }

  /// The same as ``stop(within:)`` with ten seconds, for tasks: suspends until the loops have ended.
  public func stopped() async {
    for worker in workers { worker.beginDrain() }
    for worker in workers { await worker.ended.opened() }
  }
}
