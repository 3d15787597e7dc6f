#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
public import MaruHTTP

/// A loopback port on which connecting neither succeeds nor fails: its queue is full and nobody
/// accepts.
public final class FullPort: Sendable {
  /// The port.
  public let port: Int
  private let sockets: PeerMonitor<[PeerSocket]>

  /// Fills a port's queue; nil if the system accepts however many connect.
  public init?() {
    guard let (listener, port) = PeerSocket.listening(backlog: 0, stop: -1) else { return nil }
    self.port = port
    var sockets = [listener]
    var isFull = false
    for _ in 0..<64 where !isFull {
      guard let socket = PeerSocket.connecting(to: port, stop: -1) else { break }
      sockets.append(socket)
      isFull = socket.wait(for: POLLOUT, upTo: .milliseconds(100)) == .timedOut
    }
    self.sockets = PeerMonitor(sockets)
    // What is stored is there, so that 'deinit' closes it all.
    if !isFull { return nil }
  }

  /// The address of a resource on it.
  public var url: RequestURL {
    RequestURL(origin: Origin(scheme: .http, host: "127.0.0.1", port: port), target: "/")
  }

  /// Closes the port. May be called again.
  public func stop() {
    let all = sockets.update { sockets in
      defer { sockets = [] }
      return sockets
    }
    for socket in all { socket.close() }
  }

  deinit { stop() }
}
