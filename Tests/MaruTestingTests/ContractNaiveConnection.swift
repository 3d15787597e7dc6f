import MaruContract
import MaruHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A clock of the machine.
struct RealClock: MonotonicClock {
  private static let start = ContinuousClock.now

  func now() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 0).advanced(by: ContinuousClock.now - Self.start)
  }

  func sleep(until deadline: MonotonicInstant) async throws {
    try await Task.sleep(for: now().duration(to: deadline))
  }
}

/// A connection to a loopback port that waits by looking again; used by one call at a time.
// @unchecked: a call has it alone, from taking it out of the pool until putting it back.
final class NaiveConnection: @unchecked Sendable {
  let port: Int
  private let descriptor: Int32
  private let clock: RealClock
  private var buffer: ArraySlice<UInt8> = []
  private var isClosed = false
  private var limits = TransportLimits(attempt: .seconds(30))
  private var end = MonotonicInstant(nanoseconds: .max)
  private var isShutDown: () -> Bool = { false }
  /// A planted bug's.
  var ignoresCancelling = false

  init(port: Int, clock: RealClock) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #endif
    self.port = port
    self.clock = clock
  }

  func begin(_ limits: TransportLimits, isShutDown: @escaping () -> Bool) {
    self.limits = limits
    self.isShutDown = isShutDown
    end = clock.now().advanced(by: limits.attempt)
  }

  func close() {
    if !isClosed { shutdownAndClose(descriptor) }
    isClosed = true
  }

  private func shutdownAndClose(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
  }

  private func isReady(_ events: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&watched, 1, 0) != 0
  }

  var isReadable: Bool { isReady(POLLIN) || !buffer.isEmpty }

  func connect(_ limit: Duration) async throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Darwin)
          Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #elseif canImport(Glibc)
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Musl.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    try await wait(for: POLLOUT, limit, arrival: .impossible)
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    if error != 0 {
      throw TransportFailure(.unreachable, arrival: .impossible, reason: "refused")
    }
  }

  private func wait(
    for events: Int32, _ limit: Duration?, arrival: TransportFailure.Arrival = .possible
  ) async throws {
    let stepEnd = limit.map { clock.now().advanced(by: $0) } ?? end
    while true {
      if !ignoresCancelling { try Task.checkCancellation() }
      if isShutDown() { throw TransportFailure(.shutDown, arrival: arrival, reason: "shut down") }
      if isReady(events) { return }
      let now = clock.now()
      if now > end || now > stepEnd {
        throw TransportFailure(.timedOut, arrival: arrival, reason: "a limit")
      }
      if ignoresCancelling {
        usleep(300)
      } else {
        try await clock.sleep(until: now.advanced(by: .microseconds(300)))
      }
    }
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    var sent = 0
    while sent < bytes.count {
      try await wait(for: POLLOUT, limits.idle)
      let count = bytes[sent...].withUnsafeBytes {
        write(descriptor, $0)
      }
      if count < 0 && errno == EAGAIN { continue }
      guard count > 0 else { throw lost }
      sent += count
    }
  }

  private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #elseif canImport(Glibc)
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Musl.send(descriptor, bytes.baseAddress, bytes.count, MSG_NOSIGNAL)
    #endif
  }

  var lost: TransportFailure {
    TransportFailure(.connectionLost, arrival: .possible, reason: "the connection ended")
  }

  /// Reads on; false at the end.
  private func fill(_ limit: Duration?) async throws -> Bool {
    while true {
      try await wait(for: POLLIN, limit)
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0 && errno == EAGAIN { continue }
      if count < 0 { throw lost }
      buffer = buffer.isEmpty ? piece[..<count] : buffer + piece[..<count]
      return count > 0
    }
  }

  /// The next line without its end; nil if the connection ends before.
  func line(upTo bound: Int, _ limit: Duration?) async throws -> [UInt8]? {
    var searched = 0
    while true {
      if let end = buffer.dropFirst(searched).firstIndex(of: 10) {
        var line = Array(buffer[..<end])
        buffer = buffer[(end + 1)...]
        if line.last == 13 { line.removeLast() }
        return line
      }
      searched = buffer.count
      if searched > bound { throw headTooLarge }
      guard try await fill(limit) else { return nil }
    }
  }

  var headTooLarge: TransportFailure {
    TransportFailure(.headersTooLarge, arrival: .possible, reason: "the head")
  }

  /// Adds at most `count` bytes; false at the end.
  func read(upTo count: Int, into bytes: inout [UInt8], _ limit: Duration?) async throws -> Int {
    if buffer.isEmpty { guard try await fill(limit) else { return 0 } }
    let piece = buffer.prefix(count)
    bytes += piece
    buffer = buffer.dropFirst(piece.count)
    return piece.count
  }

  var idle: Duration? { limits.idle }

  func readHead(
    _ method: RequestMethod, _ bugs: Set<PlantedBug>
  ) async throws -> (TransportResponse, NaiveBody.Framing) {
    if bugs.contains(.ignoresAttemptLimit) { end = MonotonicInstant(nanoseconds: .max) }
    if bugs.contains(.ignoresIdleLimit) { limits.idle = nil }
    let limit = bugs.contains(.ignoresFirstByteLimit) ? nil : limits.firstByte
    var left = bugs.contains(.hasNoHeadLimit) ? .max : limits.maximumHeadBytes
    while true {
      var lines: [[UInt8]] = []
      while true {
        guard let line = try await line(upTo: left, limit) else {
          if bugs.contains(.acceptsHalfHeads), !lines.isEmpty { break }
          throw lost
        }
        left -= line.count + 2
        if left < 0 { throw headTooLarge }
        if line.isEmpty && !lines.isEmpty { break }
        if lines.isEmpty, !line.starts(with: Array("HTTP/1.".utf8)) { throw NaiveBody.malformed }
        lines.append(line)
      }
      let (head, framing) = try NaiveBody.parse(lines, method, bugs)
      if head.status >= 200 || bugs.contains(.returnsInterim) { return (head, framing) }
    }
  }
}
