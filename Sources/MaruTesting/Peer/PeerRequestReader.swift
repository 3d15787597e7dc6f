internal import MaruHTTP

/// Reads requests from a connection, one behind the other.
///
/// It is lenient: the client is what is under test, and a server that refuses shows less of it.
struct PeerRequestReader {
  private let socket: PeerSocket
  /// Read from the socket and not used yet.
  private var rest: ArraySlice<UInt8> = []

  /// How the body of a request is framed.
  private enum Framing {
    case length(Int), chunks
  }

  init(socket: PeerSocket) {
    self.socket = socket
  }

  /// The next request without its body; nil if the connection ends before its head does.
  mutating func head(connection: Int, number: Int) -> PeerRequest? {
    var lines: [String] = []
    while let line = line() {
      if !line.isEmpty {
        lines.append(line)
        // A client whose head has no end must not fill the test's memory.
        if lines.count > 10_000 { return nil }
      } else if let first = lines.first {
        let words = first.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        return PeerRequest(
          connection: connection, number: number, method: String(words[0]),
          target: words.count > 1 ? String(words[1]) : "", lines: Array(lines.dropFirst()))
      }
    }
    return nil
  }

  /// Reads the request's body; keeps its first `bound` bytes and counts the others.
  mutating func readBody(of request: inout PeerRequest, keeping bound: Int) {
    switch Self.framing(of: request) {
    case .length(let length):
      request.isBodyWhole = take(length, into: &request, keeping: bound)
    case .chunks:
      while let line = line(),
        let size = Int(line.prefix { $0.isHexDigit }, radix: 16), size >= 0
      {
        guard size > 0 else {
          while let trailer = self.line() {
            guard trailer.isEmpty else { continue }
            request.isBodyWhole = true
            break
          }
          return
        }
        guard take(size, into: &request, keeping: bound), self.line() != nil else { return }
      }
    }
  }

  /// Whether the client waits to be told that it may send the body (RFC 9110 §10.1.1).
  static func expectsContinue(_ request: PeerRequest) -> Bool {
    request.values(of: "Expect").contains { $0.lowercased() == "100-continue" }
  }

  /// Whether the request says that a body follows.
  static func hasBody(_ request: PeerRequest) -> Bool {
    if case .length(0) = framing(of: request) { false } else { true }
  }

  private static func framing(of request: PeerRequest) -> Framing {
    let codings = request.values(of: .transferEncoding)
    if codings.contains(where: { $0.lowercased().hasSuffix("chunked") }) { return .chunks }
    return .length(request.values(of: .contentLength).first.flatMap { Int($0) } ?? 0)
  }

  /// Takes so many bytes of body; false if the connection ends before.
  private mutating func take(
    _ length: Int, into request: inout PeerRequest, keeping bound: Int
  ) -> Bool {
    var left = length
    while left > 0 {
      guard !rest.isEmpty || fill() else { return false }
      let piece = rest.prefix(left)
      rest = rest.dropFirst(piece.count)
      left -= piece.count
      request.body += piece.prefix(max(0, bound - request.body.count))
      request.bodyLength += piece.count
    }
    return true
  }

  /// The next line without its end; nil if the connection ends before, or a line is over 1 MiB.
  private mutating func line() -> String? {
    var searched = 0
    while true {
      if let end = rest.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        var line = rest[..<end]
        rest = rest[rest.index(after: end)...]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return String(decoding: line, as: UTF8.self)
      }
      searched = rest.count
      guard searched < 1_048_576, fill() else { return nil }
    }
  }

  /// Reads on from the socket; false once the client has left or the server stops.
  private mutating func fill() -> Bool {
    guard case .bytes(let bytes) = socket.read() else { return false }
    if rest.isEmpty { rest = bytes[...] } else { rest += bytes }
    return true
  }
}
