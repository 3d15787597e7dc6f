import Foundation
import MaruStreams
import Testing

/// A client of `/v1/events` that sees the bytes.
final class EventClient {
  private let connection: RawConnection
  private var raw: [UInt8] = []
  private var parser: EventParser
  /// How much of a chunk has not come yet, with the line end behind it; 0 between chunks.
  private var chunkLeft = 0
  /// The answer's head; the body of an answer that is not a stream is in it.
  private(set) var head: RawAnswer?
  private(set) var events: [ServerSentEvent] = []
  /// The body so far, without chunk framing.
  private(set) var text = ""
  /// Whether the body has come to its end, as HTTP has it.
  private(set) var isWhole = false

  init(
    port: UInt16, token: String?, after id: String? = nil, query: String = "",
    receiveBuffer: Int? = nil, _ fields: [String: String] = [:]
  ) throws {
    connection = try RawConnection(port: port, receiveBuffer: receiveBuffer)
    parser = EventParser(lastEventID: id ?? "")
    var fields = fields
    if let id { fields["Last-Event-ID"] = id }
    connection.send(TestGateway.request("GET", "/v1/events\(query)", token: token, fields))
  }

  /// What to come back with.
  var lastEventID: String { parser.lastEventID }
  var retry: Duration? { parser.retry }
  var isClosed: Bool { connection.isAtEnd }
  var types: [String] { events.map(\.type) }
  var titles: [String] { events.compactMap { json($0)["title"] as? String } }

  func json(_ event: ServerSentEvent) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(event.data.utf8))) as? [String: Any] ?? [:]
  }

  /// Reads until something is so; false if it is not for so long.
  @discardableResult
  func read(within seconds: Double = 20, until isReached: (EventClient) -> Bool) throws -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if isReached(self) { return true }
      guard let piece = connection.piece(until: deadline) else { return false }
      raw += piece
      if try take() { return isReached(self) }
    }
  }

  /// Opens a stream and reads what it begins with.
  static func open(
    _ port: UInt16, _ token: String, after id: String? = nil, _ fields: [String: String] = [:]
  ) throws -> EventClient {
    let client = try EventClient(port: port, token: token, after: id, fields)
    try #require(try client.read { !$0.lastEventID.isEmpty && $0.retry != nil })
    return client
  }

  /// - Returns: whether nothing more can come.
  private func take() throws -> Bool {
    if head == nil {
      guard let end = raw.firstRange(of: Array("\r\n\r\n".utf8)) else {
        return connection.isAtEnd
      }
      let head = try #require(
        RawAnswer.parse(Array(raw[..<end.upperBound]), toHead: true, isComplete: true)?.0)
      self.head = head
      raw.removeFirst(end.upperBound)
    }
    if head?["transfer-encoding"] == nil {
      try take(body: raw)
      raw = []
      isWhole = connection.isAtEnd
      return isWhole
    }
    while !isWhole {
      if chunkLeft == 0 {
        guard let end = raw.firstRange(of: [13, 10]) else { break }
        let size = String(decoding: raw[..<end.lowerBound], as: UTF8.self)
        let count = try #require(Int(size, radix: 16), "a chunk's size: \(size)")
        raw.removeFirst(end.upperBound)
        chunkLeft = count + 2
        if count == 0 { isWhole = true }
        continue
      }
      guard !raw.isEmpty else { break }
      let bytes = raw.prefix(chunkLeft)
      // Not the line end behind the chunk.
      try take(body: Array(bytes.prefix(max(0, chunkLeft - 2))))
      chunkLeft -= bytes.count
      raw.removeFirst(bytes.count)
    }
    return isWhole || connection.isAtEnd
  }

  private func take(body: [UInt8]) throws {
    text += String(decoding: body, as: UTF8.self)
    try parser.read(body, into: &events)
  }

  /// The answer to a request that waits behind the stream on its connection.
  func next(_ request: String) -> RawAnswer? {
    // The line end behind the last chunk.
    if raw.starts(with: [13, 10]) { raw.removeFirst(2) }
    connection.send(request)
    return connection.answer()
  }
}

/// Runs something that blocks on a thread of its own: the pool's are taken by the tests themselves.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
