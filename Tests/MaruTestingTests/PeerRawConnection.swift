#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client's side of a connection, byte for byte; blocks its thread at most ten seconds.
final class RawConnection: Sendable {
  let descriptor: Int32

  struct Refused: Error {}

  init(port: Int) throws {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, type, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, 4)
    #endif
    // A class that throws once all it stores is there is deinitialized, so 'deinit' closes.
    if status != 0 { throw Refused() }
  }

  /// How the reading has ended.
  enum End { case whole, ended, reset }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Glibc)
          Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        #else
          Musl.send(descriptor, $0.baseAddress, $0.count, flags)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Reads until the text ends with `suffix`, or to the end.
  func read(until suffix: String? = nil) -> (text: String, end: End) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let suffix, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
        return (String(decoding: bytes, as: UTF8.self), .whole)
      }
      let count = recv(descriptor, &piece, suffix == nil ? piece.count : 1, 0)
      guard count > 0 else {
        return (String(decoding: bytes, as: UTF8.self), count == 0 ? .ended : .reset)
      }
      bytes += piece.prefix(count)
    }
  }

  deinit { close(descriptor) }
}
