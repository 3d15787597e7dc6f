#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A socket that never blocks longer than its owner wants to live.
///
/// Every wait also watches `stop`, a pipe's end that becomes ready once the owner stops: closing a
/// descriptor under a thread that waits on it wakes that thread on some systems only.
struct PeerSocket: Sendable {
  let descriptor: Int32
  let stop: Int32

  /// What a wait has ended with.
  enum Wake {
    case ready, timedOut, stopped
  }

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
    private static let stream = SOCK_STREAM
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #if canImport(Glibc)
      private static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      private static let stream = SOCK_STREAM | SOCK_CLOEXEC
    #endif
  #endif

  /// Listens on a free port of 127.0.0.1; nil if the system gives none.
  static func listening(backlog: Int32, stop: Int32) -> (socket: PeerSocket, port: Int)? {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, backlog) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    let result = PeerSocket(descriptor: descriptor, stop: stop)
    guard isListening else {
      result.close()
      return nil
    }
    result.prepare()
    return (result, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Begins to connect to a port of 127.0.0.1, without waiting for it; nil if it can't.
  static func connecting(to port: Int, stop: Int32) -> PeerSocket? {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    let result = PeerSocket(descriptor: descriptor, stop: stop)
    result.prepare()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return result
  }

  /// Takes the next connection; nil if there is none (any more).
  func accepted() -> PeerSocket? {
    let descriptor = accept(self.descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    let result = PeerSocket(descriptor: descriptor, stop: stop)
    result.prepare()
    return result
  }

  /// Never blocks, is not inherited by programs, raises no SIGPIPE, sends small pieces at once.
  private func prepare() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }

  /// Waits until the socket can be read (or written), the owner stops, or time is over.
  func wait(for events: Int32, upTo limit: Duration? = nil) -> Wake {
    let deadline = limit.map { PeerTime.now() + $0 }
    while true {
      let left = deadline.map { PeerTime.milliseconds(max(.zero, $0 - PeerTime.now())) } ?? -1
      var watched = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&watched, 2, left)
      if watched[1].revents != 0 { return .stopped }
      if watched[0].revents != 0 { return .ready }
      if count == 0 { return .timedOut }
      if count < 0 && errno != EINTR { return .stopped }
    }
  }

  /// Waits until the owner stops; the socket's own events don't matter.
  func sleep(_ duration: Duration) -> Wake {
    PeerSocket(descriptor: -1, stop: stop).wait(for: 0, upTo: duration)
  }

  /// What was read.
  enum Reading {
    case bytes([UInt8]), ended, timedOut
  }

  /// Reads what has come, at least a byte; `ended` also when the owner stops.
  func read(upTo limit: Duration? = nil) -> Reading {
    while true {
      switch wait(for: POLLIN, upTo: limit) {
      case .stopped: return .ended
      case .timedOut: return .timedOut
      case .ready: break
      }
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
      }
      if !bytes.isEmpty { return .bytes(bytes) }
      // A wake without bytes is the end, an error, or a signal and another reader's luck.
      if errno != EAGAIN && errno != EINTR || hasEnded { return .ended }
    }
  }

  /// Whether the other side has closed or broken the connection and left nothing to read.
  var hasEnded: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }

  /// Sends all bytes, waiting as long as the other side does not take them.
  ///
  /// `progress` gets how many bytes the system has taken each time.
  /// - Returns: false if the connection has broken or the owner stops.
  func send(_ bytes: some Collection<UInt8>, progress: (Int) -> Void) -> Bool {
    let whole: Bool? = bytes.withContiguousStorageIfAvailable { buffer in
      var sent = 0
      while sent < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[sent...])
        #if canImport(Darwin)
          let count = Darwin.send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
        #elseif canImport(Glibc)
          let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
        #else
          let count = Musl.send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
        #endif
        if count > 0 {
          sent += count
          progress(count)
        } else if errno == EAGAIN || errno == EINTR {
          guard wait(for: POLLOUT) == .ready else { return false }
        } else {
          return false
        }
      }
      return true
    }
    return whole ?? send(Array(bytes), progress: progress)
  }

  /// Tells the other side that nothing more comes.
  func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes ``close()`` break the connection instead of ending it.
  func makeCloseReset() {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Gives the descriptor back to the system.
  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
  }
}
