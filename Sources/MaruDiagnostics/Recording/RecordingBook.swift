internal import Foundation
internal import MaruContract
internal import MaruSystem

/// Redacts exchanges one after the other, and keeps the last of them.
actor RecordingBook {
  private let client: ClientKind?
  private let limits: RecordingLimits
  private var redactor: Redactor
  private var kept: [[UInt8]] = []
  private var keptBytes = 0
  private var dropped = 0
  private var count = 0
  private var file: RecordingFile?
  private(set) var failure: String?

  init(client: ClientKind?, limits: RecordingLimits, folder: String?, key: UInt64) {
    self.client = client
    self.limits = limits
    redactor = Redactor(book: SecretBook(key: key, limit: 20_000))
    file = folder.map { RecordingFile(folder: $0, limits: limits) }
  }

  func add(_ recorded: RecordedExchange) {
    count += 1
    let exchange = redactor.redacted(recorded.exchange(count, client: client))
    var writer = JSONWriter()
    HARWriter.write(exchange, &writer) { writer in
      writer.number("monotonic", Int(recorded.monotonic.nanoseconds))
      if let note = recorded.note {
        writer.number("call", Int(truncatingIfNeeded: note.call))
        writer.number("attempt", note.attempt)
        if let reason = note.reason { writer.text("reason", reason) }
      }
    }
    keep(writer.bytes)
    write(writer.bytes)
  }

  private func keep(_ entry: [UInt8]) {
    kept.append(entry)
    keptBytes += entry.count
    while kept.count > max(limits.exchanges, 1) || keptBytes > limits.bytes, !kept.isEmpty {
      keptBytes -= kept.removeFirst().count
      dropped += 1
    }
  }

  private func write(_ entry: [UInt8]) {
    guard failure == nil else { return }
    do {
      try file?.append(entry, start: Self.start)
    } catch {
      // Recording must not break a call: it goes on in memory, and says so to who asks.
      failure = "\(error)"
      file = nil
    }
  }

  func endFile() {
    guard failure == nil else { return }
    do { try file?.end() } catch { failure = "\(error)" }
  }

  func har() -> [UInt8] {
    var bytes = Self.start
    for (index, entry) in kept.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(0x0A)
      bytes += entry
    }
    return bytes + RecordingFile.end
  }

  /// All that stands in front of the first entry.
  private static let start: [UInt8] = {
    let creator = "\"creator\":{\"name\":\"Maru\",\"version\":\"1\"}"
    return Array(
      "{\"log\":{\"version\":\"1.2\",\(creator),\"_maru\":{\"redacted\":true},\"entries\":[".utf8)
  }()
}
