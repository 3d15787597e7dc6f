import Foundation
import MaruDiagnostics
import Testing

/// Numbers by a seed (SplitMix64), so that a failure can be had again.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

struct `A damaged capture` {
  /// Reads and diagnoses what may be anything; it must end, and never trap.
  private func survive(_ bytes: [UInt8]) {
    guard let capture = try? Capture(bytes) else { return }
    _ = Diagnosis(of: capture)
  }

  private func damaged(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1:
        bytes.removeSubrange(
          place..<min(place + Int.random(in: 1...40, using: &numbers), bytes.count))
      case 2:
        bytes.insert(contentsOf: Array("\"{[]},:0-\\u".utf8.shuffled(using: &numbers)), at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  @Test(arguments: OwnStory.all.filter { $0.script.text.utf8.count < 700 })
  func `cut anywhere is refused or read to the cut`(story: OwnStory) throws {
    let bytes = story.script.har
    let count = try Capture(bytes).exchanges.count
    for length in 0..<bytes.count {
      guard let capture = try? Capture(Array(bytes[..<length])) else { continue }
      #expect(capture.exchanges.count <= count)
      #expect(capture.quality.cut != nil, "\(length)")
    }
  }

  @Test func `changed at random ends in a refusal or a diagnosis`() {
    var numbers = SeededNumbers(state: 7)
    let stories = OwnStory.all.map(\.script.har)
    for turn in 0..<2_000 { survive(damaged(stories[turn % stories.count], &numbers)) }
  }

  @Test func `of curl's ends in a refusal or a diagnosis`() {
    var numbers = SeededNumbers(state: 11)
    let traces = CurlTests.traces.map { Array($0.utf8) }
    for trace in traces {
      for length in 0..<trace.count { survive(Array(trace[..<length])) }
    }
    for turn in 0..<1_000 { survive(damaged(traces[turn % traces.count], &numbers)) }
  }
}

@Suite(.enabled("the public captures are not at hand") { DoctorVectors.isHere })
struct `The public captures` {
  /// No JSON, and JSON that is no HAR.
  private static let refused = [
    "mitmproxy__corrupted_har__brokenfile.har", "harviewer__not-json.har",
  ]

  @Test(arguments: DoctorVectors.files(in: "har", ending: ".har"))
  func `load, or are refused with a reason`(file: URL) throws {
    guard !Self.refused.contains(file.lastPathComponent) else {
      let error = #expect(throws: CaptureRefusal.self) { try Capture(contentsOf: file.path()) }
      #expect((error?.line ?? 0) > 1)
      return
    }
    let capture = try Capture(contentsOf: file.path())
    #expect(capture.quality.cut == nil)
    _ = Diagnosis(of: capture)
  }

  @Test func `of ordinary traffic cause few findings that matter`() throws {
    var (entries, loud) = (0, 0)
    for file in DoctorVectors.files(in: "har", ending: ".har") {
      guard let capture = try? Capture(contentsOf: file.path()) else { continue }
      entries += capture.exchanges.count
      loud += Diagnosis(of: capture).findings.count { $0.severity >= .medium }
    }
    #expect(entries > 700)
    #expect(loud * 20 <= entries, "\(loud) findings in \(entries) exchanges")
  }

  @Test(arguments: DoctorVectors.files(in: "curl-v", ending: ".txt"))
  func `of curl load`(file: URL) throws {
    let capture = try Capture(contentsOf: file.path())
    #expect(!capture.exchanges.isEmpty)
    #expect(capture.exchanges.allSatisfy { $0.client == .curl })
  }

  @Test(arguments: DoctorVectors.files(in: "har", ending: ".har"))
  func `survive being cut`(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    // All cuts of small files are tried elsewhere, on files of the same shapes.
    let step = max(bytes.count / 60, 1)
    for length in stride(from: 0, to: bytes.count, by: step) {
      guard let capture = try? Capture(Array(bytes[..<length])) else { continue }
      _ = Diagnosis(of: capture)
    }
  }
}
