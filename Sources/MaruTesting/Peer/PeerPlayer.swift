#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import MaruHTTP

/// Plays the acts of one script on a connection.
struct PeerPlayer {
  private let socket: PeerSocket
  private let request: PeerRequest
  private let sent: (Int) -> Void
  private var framing = Framing.unknown

  /// How the response's body is framed.
  private enum Framing {
    /// No head was sent, or one in raw bytes.
    case unknown
    /// Bytes stand for themselves: there is a length, or the script frames them.
    case plain
    case chunks
    /// There is no body, whatever the script says (RFC 9112 §6.3).
    case none
  }

  /// What becomes of the connection.
  enum Ending {
    /// The next request is read.
    case next
    /// It is closed after what was sent has gone.
    case closed
    /// It is broken.
    case reset
  }

  /// `sent` gets how many bytes the system has taken, each time.
  init(socket: PeerSocket, request: PeerRequest, sent: @escaping (Int) -> Void) {
    self.socket = socket
    self.request = request
    self.sent = sent
  }

  /// Plays a script to its end.
  mutating func play(_ script: [WireAct]) -> Ending {
    var mayGoOn = false
    for act in script {
      switch act {
      case .act(.cut): return .closed
      case .act(.reset): return .reset
      case .act(.hold):
        while case .bytes = socket.read() {}
        return .closed
      case .act(.end):
        guard end() else { return .closed }
        mayGoOn = true
      default:
        guard perform(act) else { return .closed }
      }
    }
    if mayGoOn { return wantsClose ? .closed : .next }
    // A script that says nothing of its end ends as HTTP says, if HTTP can say it.
    if case .unknown = framing { return .closed }
    return end() && !wantsClose ? .next : .closed
  }

  private var hasSentClose = false
  private var wantsClose: Bool {
    hasSentClose || request.values(of: .connection).contains { $0.lowercased() == "close" }
  }

  private mutating func perform(_ act: WireAct) -> Bool {
    switch act {
    case .act(.head(let status, let fields)): return sendHead(status, fields)
    case .act(.body(let bytes)): return sendBody(bytes)
    case .act(.fill(let count)): return fill(count)
    case .act(.pause(let duration)): return pause(duration)
    case .act: return true
    case .bytes(let bytes): return send(bytes)
    case .repeated(let bytes, let times):
      // Many at once: a call to the system per 20 bytes would take its time.
      let block = max(1, min(times, 65_536 / max(1, bytes.count)))
      var many: [UInt8] = []
      many.reserveCapacity(block * bytes.count)
      for _ in 0..<block { many += bytes }
      for _ in 0..<(times / block) where !send(many) { return false }
      for _ in 0..<(times % block) where !send(bytes) { return false }
      return true
    case .drip(let bytes, let every):
      for byte in bytes {
        guard send(CollectionOfOne(byte)), pause(every) else { return false }
      }
      return true
    case .endless(let bytes, let every):
      while send(bytes), pause(every) {}
      return false
    case .waits(let gate):
      while !gate.take() {
        guard pause(.milliseconds(1)) else { return false }
      }
      return true
    }
  }

  private mutating func sendHead(_ status: Int, _ fields: HeaderFields) -> Bool {
    let isInterim = (100...199).contains(status)
    var text = "HTTP/1.1 \(status) \(Self.phrase(of: status))\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    if isInterim {
      framing = .unknown
    } else if request.method == "HEAD" || status == 204 || status == 304 {
      framing = .none
    } else if fields.contains(.contentLength) || fields.contains(.transferEncoding) {
      framing = .plain
    } else {
      framing = .chunks
      text += "Transfer-Encoding: chunked\r\n"
    }
    hasSentClose = fields[.connection]?.lowercased() == "close"
    return send((text + "\r\n").utf8)
  }

  /// No part of HTTP/1.1 that a client may read anything into (RFC 9112 §4).
  private static func phrase(of status: Int) -> String { status == 200 ? "OK" : "Scripted" }

  private func sendBody(_ bytes: [UInt8]) -> Bool {
    switch framing {
    case .none: return true
    case .unknown, .plain: return send(bytes)
    case .chunks:
      // A chunk without bytes would be the last one.
      guard !bytes.isEmpty else { return true }
      let size = Array((String(bytes.count, radix: 16) + "\r\n").utf8)
      return send(size + bytes + Array("\r\n".utf8))
    }
  }

  private func fill(_ count: Int) -> Bool {
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: min(count, 65_536))
    var left = count
    while left > 0 {
      // A client that takes everything at once would never let 'send' see that the server stops.
      guard socket.sleep(.zero) == .timedOut,
        sendBody(left < block.count ? Array(block.prefix(left)) : block)
      else { return false }
      left -= block.count
    }
    return true
  }

  private mutating func end() -> Bool {
    defer { framing = .unknown }
    if case .chunks = framing { return send("0\r\n\r\n".utf8) }
    return true
  }

  private func send(_ bytes: some Collection<UInt8>) -> Bool {
    socket.send(bytes, progress: sent)
  }

  /// Waits; false as soon as the client leaves.
  private func pause(_ duration: Duration) -> Bool {
    let end = PeerTime.now() + duration
    switch socket.wait(for: POLLIN, upTo: duration) {
    case .timedOut: return true
    case .stopped: return false
    case .ready:
      // What has come is the next request or the rest of a body, and stays where it is: from here
      // on only a broken connection is seen.
      guard !socket.hasEnded else { return false }
      return socket.wait(for: 0, upTo: max(.zero, end - PeerTime.now())) == .timedOut
    }
  }
}
