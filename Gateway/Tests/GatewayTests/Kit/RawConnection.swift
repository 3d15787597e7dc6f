import Foundation

/// A client's end of a connection that sends exactly the bytes it is told to.
final class RawConnection {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var isAtEnd = false

  struct CannotConnect: Error {
    let number: Int32
  }

  /// - Parameter receiveBuffer: how much the system takes for a client that does not read.
  init(port: UInt16, receiveBuffer: Int? = nil) throws {
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    if let receiveBuffer {
      // Before the connection is made: its window is told then.
      var size = Int32(receiveBuffer)
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length)
      }
    }
    guard status == 0 else {
      let number = errno
      close(descriptor)
      throw CannotConnect(number: number)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Sends as much as the server takes within five seconds; returns how much that was.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    limit(SO_SNDTIMEO, milliseconds: 5000)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, 0)
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Sends what fits within a tenth of a second.
  func trySend(_ bytes: [UInt8]) -> Int {
    limit(SO_SNDTIMEO, milliseconds: 100)
    return max(0, Foundation.send(descriptor, bytes, bytes.count, 0))
  }

  @discardableResult
  func send(_ text: String) -> Int { send(Array(text.utf8)) }

  /// The next answer; nil if the connection ends or nothing comes for so long.
  func answer(toHead: Bool = false, within seconds: Double = 10) -> RawAnswer? {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if let (answer, length) = RawAnswer.parse(buffer, toHead: toHead, isComplete: isAtEnd) {
        buffer.removeFirst(length)
        return answer
      }
      guard !isAtEnd, receive(until: deadline) else { return nil }
    }
  }

  /// Whatever has come; nil once nothing more can, or when the time is over.
  func piece(until deadline: Date) -> [UInt8]? {
    if buffer.isEmpty {
      let wasAtEnd = isAtEnd
      guard !wasAtEnd, receive(until: deadline) else { return nil }
    }
    defer { buffer = [] }
    return buffer
  }

  /// What is left until the server closes; nil if it does not for so long.
  func rest(within seconds: Double = 10) -> [UInt8]? {
    let deadline = Date().addingTimeInterval(seconds)
    while !isAtEnd {
      guard receive(until: deadline) else { return nil }
    }
    return buffer
  }

  private func receive(until deadline: Date) -> Bool {
    let left = deadline.timeIntervalSinceNow
    guard left > 0 else { return false }
    limit(SO_RCVTIMEO, milliseconds: max(1, Int(left * 1000)))
    var scrap = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &scrap, scrap.count, 0)
    if count > 0 {
      buffer += scrap[..<count]
      return true
    }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return false }
    isAtEnd = true
    return true
  }

  private func limit(_ option: Int32, milliseconds: Int) {
    var time = timeval(
      tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
    setsockopt(
      descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}
