import Foundation
import MaruXML

/// How fast documents become trees, checked in full, and how fast elements come out of a stream.
enum XMLParsing {
  static func run() async throws {
    // First, while the process is small: its peak is looked at.
    try await stream()
    let flat = XMLInputs.flat(bytes: 24_000_000).xml
    Report.result("xml.parse.memchr-ceiling", rate(of: flat, findTags), "MB/s")
    for (name, document) in [
      ("flat", flat), ("rss", XMLInputs.rss(bytes: 1_000_000).xml),
      ("nested", XMLInputs.nested(levels: 14).xml), ("deep", XMLInputs.deep(chains: 600).xml),
      ("korean", XMLInputs.korean(bytes: 10_000_000)),
    ] {
      Report.result("xml.parse.\(name)", try rate(of: document, parse), "MB/s")
    }
    // Time grows as the document does: one rate for all sizes.
    for megabytes in [1, 10, 100] {
      let document = XMLInputs.flat(bytes: megabytes * 1_000_000).xml
      Report.result("xml.parse.flat-\(megabytes)mb", try rate(of: document, parse), "MB/s")
    }
  }

  private static func parse(_ document: [UInt8]) throws { _ = try XMLTree(bytes: document) }

  /// Has the C library find each `<`, which tells how fast the machine can look at a document at best.
  private static func findTags(_ document: [UInt8]) {
    document.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      var place = 0
      var count = 0
      while let found = memchr(start + place, 0x3C, bytes.count - place) {
        place = UnsafeRawPointer(found) - start + 1
        count += 1
      }
      precondition(count > 0)
    }
  }

  /// The median of some rounds, each of at least 20 MB.
  private static func rate(
    of document: [UInt8], _ work: ([UInt8]) throws -> Void
  ) rethrows -> Double {
    let times = max(1, 20_000_000 / document.count)
    var rates: [Double] = []
    for round in 0..<9 {
      let start = ContinuousClock.now
      for _ in 0..<times { try work(document) }
      let seconds = start.duration(to: .now) / .seconds(1)
      if round > 1 { rates.append(Double(document.count * times) / seconds / 1e6) }
    }
    return Measurement.median(rates)
  }

  /// Half a gigabyte that never is in memory as a whole.
  private static func stream() async throws {
    let head = Array("<?xml version=\"1.0\"?>\n<items>\n".utf8)
    let document = XMLInputs.flat(bytes: 1_000_000).xml
    // Between the root's tags.
    let part = document[(document.firstIndex(of: UInt8(ascii: " ")) ?? 0)...]
    let text = String(decoding: part, as: UTF8.self)
    guard let first = text.range(of: "  <item "), let last = text.range(of: "</items>") else {
      return
    }
    let items = Array(text[first.lowerBound..<last.lowerBound].utf8)
    let source = Pieces(head: head, body: items, times: 500, tail: Array("</items>".utf8))
    let before = residentPeak()
    let start = ContinuousClock.now
    var count = 0
    for try await _ in XMLElementStream(treesAt: "items", "item", in: source) { count += 1 }
    let seconds = start.duration(to: .now) / .seconds(1)
    Report.note("\(count) elements")
    Report.result("xml.stream", Double(items.count * 500) / seconds / 1e6, "MB/s")
    if let before, let after = residentPeak() {
      Report.result("xml.stream.growth", Double(after - before) / 1e6, "MB")
    }
  }

  /// The most memory that was resident so far, in bytes; nil where the system does not tell.
  static func residentPeak() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let number = line.split(separator: " ").compactMap({ Int($0) }).first
    else { return nil }
    return number * 1024
  }

  /// A document in pieces of 64 KiB, made as they are asked for.
  private struct Pieces: AsyncSequence {
    var head: [UInt8]
    var body: [UInt8]
    var times: Int
    var tail: [UInt8]

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

    struct Iterator: AsyncIteratorProtocol {
      let pieces: Pieces
      var time = -1
      var index = 0

      mutating func next() async -> ArraySlice<UInt8>? {
        while time <= pieces.times {
          let part = time < 0 ? pieces.head : time < pieces.times ? pieces.body : pieces.tail
          if index < part.count {
            let end = Swift.min(index + 65_536, part.count)
            defer { index = end }
            return part[index..<end]
          }
          index = 0
          time += 1
        }
        return nil
      }
    }
  }
}
