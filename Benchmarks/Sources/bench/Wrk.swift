import Foundation

/// What wrk measured.
struct Wrk {
  var requestsPerSecond: Double
  var p99Milliseconds: Double

  /// Loads an address for a while.
  static func run(
    _ url: URL, seconds: Int = 5, connections: Int = 32, headers: [String] = []
  ) throws -> Wrk {
    let text = try ChildProcess.output(
      of: ["wrk", "-t2", "-c\(connections)", "-d\(seconds)s", "--latency"]
        + headers.flatMap { ["-H", $0] } + [url.absoluteString])
    guard let rate = number(after: "Requests/sec:", in: text),
      let p99 = text.firstMatch(of: /99%\s+([0-9.]+)(us|ms|s)/), let value = Double(p99.1)
    else { throw Missing(what: "a report of wrk that can be read") }
    if text.contains("Non-2xx") { throw Missing(what: "a server that answers 2xx to all requests") }
    let factor = (["us": 0.001, "ms": 1, "s": 1000] as [String: Double])[String(p99.2)] ?? 1
    return Wrk(requestsPerSecond: rate, p99Milliseconds: value * factor)
  }

  private static func number(after label: String, in text: String) -> Double? {
    guard let range = text.range(of: label) else { return nil }
    return Double(
      text[range.upperBound...].prefix { $0 != "\n" }.trimmingCharacters(in: .whitespaces))
  }
}
