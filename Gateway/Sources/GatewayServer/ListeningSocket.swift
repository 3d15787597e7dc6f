#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A socket that connections arrive at.
///
/// Each event loop has one of its own on the same port; the kernel spreads the connections.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  /// Binds and listens.
  ///
  /// - Parameters:
  ///   - host: a numeric IPv4 or IPv6 address.
  ///   - port: 0 lets the system choose.
  ///   - sharing: whether a socket of this process has the port already. The first one must not
  ///     share it: else a second gateway would quietly take half of the first one's connections.
  init(host: String, port: UInt16, sharing: Bool) throws(StartFailure) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let info = found else {
      throw .cannotBind(host: host, port: port, errno: EADDRNOTAVAIL)
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(info.pointee.ai_family, info.pointee.ai_socktype, 0)
    guard descriptor >= 0 else { throw .outOfMemory }
    do throws(StartFailure) {
      self.port = try Self.open(descriptor, info.pointee, host: host, port: port, sharing: sharing)
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func open(
    _ descriptor: Int32, _ info: addrinfo, host: String, port: UInt16, sharing: Bool
  ) throws(StartFailure) -> UInt16 {
    let tcp = Int32(IPPROTO_TCP)
    set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    // Accepted sockets inherit it on Linux: answers are not held back for want of more bytes.
    set(descriptor, tcp, TCP_NODELAY)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    if !sharing { try probe(info, host: host, port: port) }
    set(descriptor, SOL_SOCKET, SO_REUSEPORT)
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 4096) == 0
    else { throw failure(host: host, port: port) }
    return boundPort(descriptor)
  }

  /// Fails if anyone listens there, even one that would share.
  private static func probe(
    _ info: addrinfo, host: String, port: UInt16
  ) throws(StartFailure) {
    guard port != 0 else { return }
    let descriptor = socket(info.ai_family, info.ai_socktype, 0)
    guard descriptor >= 0 else { throw .outOfMemory }
    defer { close(descriptor) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 1) == 0 else {
      throw failure(host: host, port: port)
    }
  }

  private static func failure(host: String, port: UInt16) -> StartFailure {
    errno == EADDRINUSE
      ? .addressInUse(host: host, port: port) : .cannotBind(host: host, port: port, errno: errno)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      // A sockaddr_storage has room for, and the alignment of, every kind of address.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
      let raw = UnsafeRawPointer(pointer)
      // The port stands at the same place in IPv4 and IPv6 addresses.
      return UInt16(bigEndian: raw.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}

/// The system's text for an error number.
func systemMessage(_ number: Int32) -> String {
  guard let text = strerror(number) else { return "error \(number)" }
  return String(cString: text)
}
