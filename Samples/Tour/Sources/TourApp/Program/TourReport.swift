internal import Foundation

/// The results as one JSON document.
package struct TourReport: Encodable, Sendable {
  private let holds: Bool
  private let milliseconds: Int
  private let logs: String?
  private let chapters: [Chapter]

  private struct Chapter: Encodable {
    let name: String
    let promise: String
    let holds: Bool
    let milliseconds: Int
    let findings: [Fact]
    let calls: [Call]
  }
  private struct Fact: Encodable {
    let holds: Bool
    let text: String
  }
  private struct Call: Encodable {
    let endpoint: String
    let trail: [String]
    let attempts: Int
    let milliseconds: Double
  }

  /// Puts results together.
  ///
  /// - Parameter logs: where the gateway's logs are, if they are kept.
  package init(_ results: [ChapterResult], took: Duration, logs: String?) {
    holds = !results.isEmpty && results.allSatisfy(\.holds)
    milliseconds = took.milliseconds
    self.logs = logs
    chapters = results.map { result in
      Chapter(
        name: result.name, promise: result.promise, holds: result.holds,
        milliseconds: result.took.milliseconds,
        findings: result.findings.map { Fact(holds: $0.holds, text: $0.text) },
        calls: result.calls.map { call in
          let microseconds = Double(call.took / .microseconds(1)).rounded()
          return Call(
            endpoint: call.endpoint, trail: call.trail, attempts: call.attempts,
            milliseconds: microseconds / 1_000)
        })
    }
  }

  /// The document, with a line break at its end.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts and finite numbers always encode.
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
