import MaruContract
import MaruHTTP

/// Reads a response's body as it is framed.
// @unchecked: one reader at a time, as the seam says.
final class NaiveBody: TransportBody, @unchecked Sendable {
  enum Framing: Equatable { case length(Int), chunks, connection }

  static let malformed = TransportFailure(
    .malformedResponse, arrival: .possible, reason: "no response")

  private let connection: NaiveConnection
  private let bugs: Set<PlantedBug>
  private let framing: Framing
  /// Bytes to come of the body or of the chunk.
  private var left = 0
  private var ahead: [UInt8]?
  private(set) var isOver = false

  init(_ connection: NaiveConnection, _ framing: Framing, _ bugs: Set<PlantedBug>) {
    self.connection = connection
    self.framing = framing
    self.bugs = bugs
    if case .length(let length) = framing {
      left = length
      isOver = length == 0
    }
  }

  var expectedLength: Int? { if case .length(let length) = framing { length } else { nil } }
  var metrics: AttemptMetrics { AttemptMetrics() }

  func readAhead() async throws {
    var all: [UInt8] = []
    while try await next(into: &all), all.count < 96 << 20 {}
    ahead = all
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    if let ahead {
      buffer += ahead
      self.ahead = []
      return !ahead.isEmpty
    }
    if isOver { return false }
    if case .chunks = framing, left == 0 {
      guard try await nextChunk() else { return false }
    }
    let most = framing == .connection ? 65_536 : min(left, 65_536)
    let count = try await connection.read(upTo: most, into: &buffer, connection.idle)
    if count == 0 {
      guard framing == .connection || bugs.contains(.acceptsCutBodies) else {
        throw connection.lost
      }
      isOver = true
      return false
    }
    guard framing != .connection else { return true }
    left -= count
    if framing == .chunks, left == 0 {
      // The chunk's own end.
      guard let line = try await connection.line(upTo: 64, connection.idle) else {
        throw connection.lost
      }
      if !line.isEmpty { throw Self.malformed }
    } else if left == 0 {
      isOver = true
    }
    return true
  }

  private func nextChunk() async throws -> Bool {
    guard let line = try await connection.line(upTo: 4096, connection.idle) else {
      throw connection.lost
    }
    let text = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    guard let size = Int(text, radix: 16), size >= 0 else { throw Self.malformed }
    left = size
    guard size == 0 else { return true }
    while let trailer = try await connection.line(upTo: 65_536, connection.idle) {
      if trailer.isEmpty {
        isOver = true
        return false
      }
    }
    throw connection.lost
  }

  /// Reads a head's lines.
  static func parse(
    _ lines: [[UInt8]], _ method: RequestMethod, _ bugs: Set<PlantedBug>
  ) throws -> (TransportResponse, Framing) {
    let words = String(decoding: lines[0], as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard words.count > 1, let status = Int(words[1]), (100...599).contains(status) else {
      throw malformed
    }
    var headers = HeaderFields()
    for line in lines.dropFirst() {
      // A field's bytes are opaque: each becomes the scalar of its number.
      let text = String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
      guard let colon = text.firstIndex(of: ":"), let name = HeaderName(String(text[..<colon]))
      else { throw malformed }
      let trimmed = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let end = trimmed.lastIndex { $0 != " " && $0 != "\t" }.map(trimmed.index(after:))
      let value = String(trimmed[..<(end ?? trimmed.startIndex)])
      do {
        if bugs.contains(.losesRepeatedFields)
          || name == .setCookie && bugs.contains(.foldsCookies)
        {
          let old = name == .setCookie ? headers[name].map { "\($0), " } ?? "" : ""
          try headers.set(old + value, for: name)
        } else {
          try headers.append(value, for: name)
        }
      } catch {
        throw malformed
      }
    }
    let head = TransportResponse(status: status, headers: headers)
    if method == .head || status < 200 || status == 204 || status == 304 {
      return (head, .length(0))
    }
    if headers[.transferEncoding]?.lowercased() == "chunked" { return (head, .chunks) }
    let lengths = headers.values(of: .contentLength)
    guard let first = lengths.first else { return (head, .connection) }
    guard let length = Int(first), length >= 0,
      lengths.allSatisfy({ $0 == first }) || bugs.contains(.takesFirstLength)
    else { throw malformed }
    return (head, .length(length))
  }
}
