import MaruStreams

/// How fast a stream of small events becomes strings: 64 MB of events of 85 bytes, in pieces of 16 KB.
enum EventParsing {
  private struct Wrong: Error {}

  static func run() throws {
    let event = Self.event
    let count = (64 << 20) / event.count
    let pieces = Self.pieces(of: event, count: count)
    let bytes = Double(event.count * count)
    var rates: [Double] = []
    for round in 0..<8 {
      let start = ContinuousClock.now
      var parser = EventParser()
      var events: [ServerSentEvent] = []
      var found = 0
      var characters = 0
      for piece in pieces {
        try parser.read(piece, into: &events)
        found += events.count
        for event in events { characters &+= event.data.utf8.count }
        events.removeAll(keepingCapacity: true)
      }
      let seconds = start.duration(to: .now) / .seconds(1)
      // What is fast and wrong is no figure.
      guard found == count, characters == count * Self.data.utf8.count else { throw Wrong() }
      if round > 0 { rates.append(bytes / seconds / 1e6) }
    }
    Report.result("sse.parse-mb-per-s", Measurement.median(rates), "MB/s")
  }

  private static let data = #"{"id":"0f8e2c","kind":"changed","title":"buy milk"}"#

  /// One event of 85 bytes, as a server of changes sends it.
  private static var event: [UInt8] {
    let head = "id: 1234567\nevent: change\n"
    let text = "\(head)data: \(data)\n\n"
    precondition(
      text.utf8.count == 85, "the figure is of events of 85 bytes, not \(text.utf8.count)")
    return Array(text.utf8)
  }

  private static func pieces(of event: [UInt8], count: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    for _ in 0..<count {
      piece += event
      if piece.count >= 16_384 {
        pieces.append(Array(piece.prefix(16_384)))
        piece.removeFirst(16_384)
      }
    }
    pieces.append(piece)
    return pieces
  }
}
