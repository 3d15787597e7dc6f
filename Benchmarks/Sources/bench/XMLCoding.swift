import Foundation
import MaruXML

/// How fast types are read from XML and written, beside Foundation's JSON for the same values.
enum XMLCoding {
  static func run() throws {
    try measure("flat", Items.self, XMLInputs.flat(bytes: 24_000_000))
    try measure("rss", Feed.self, XMLInputs.rss(bytes: 1_000_000))
    try measure("nested", Node.self, XMLInputs.nested(levels: 14))
    try measure("deep", Chains.self, XMLInputs.deep(chains: 600))
  }

  private struct Items: Codable, Equatable {
    var item: [Item]
  }
  private struct Item: Codable, Equatable {
    var id: Int
    var currency: String
    var name: String
    var price: Double
    var quantity: Int
    var inStock: Bool
    var description: String
  }
  private struct Feed: Codable, Equatable {
    var version: String
    var channel: Channel
  }
  private struct Channel: Codable, Equatable {
    var title: String
    var link: String
    var description: String
    var language: String
    var item: [Entry]
  }
  private struct Entry: Codable, Equatable {
    var title: String
    var link: String
    var guid: String
    var pubDate: String
    var category: [String]
    var description: String
  }
  private struct Node: Codable, Equatable {
    var id: Int
    var label: String
    var node: [Node]
  }
  private struct Chains: Codable, Equatable {
    var n: [Chain]
  }
  private struct Chain: Codable, Equatable {
    var d: Int
    var n: [Chain]
    var v: Int?
  }

  private struct DifferentValues: Error {}

  private static func measure<Value: Codable & Equatable>(
    _ name: String, _ type: Value.Type, _ inputs: XMLInputs.Pair
  ) throws {
    let json = Data(inputs.json)
    // Linux: the peak is the present size again (proc(5), clear_refs).
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = XMLParsing.residentPeak()
    let value = try XMLDecoder().decode(type, from: inputs.xml)
    if name == "flat", let before, let after = XMLParsing.residentPeak() {
      let growth = Double(after - before) / Double(inputs.xml.count)
      Report.result("xml.decode.flat.growth", growth, "documents")
    }
    guard try JSONDecoder().decode(type, from: json) == value else { throw DifferentValues() }
    let megabytes = Double(inputs.xml.count) / 1e6
    let times = max(1, 8_000_000 / inputs.xml.count)
    let decoding = try seconds(times) { _ = try XMLDecoder().decode(type, from: inputs.xml) }
    let jsonDecoding = try seconds(times) { _ = try JSONDecoder().decode(type, from: json) }
    Report.result("xml.decode.\(name)", megabytes / decoding, "MB/s")
    Report.result("xml.decode.\(name).ratio-to-json", jsonDecoding / decoding, "times")
    let encoding = try seconds(times) { _ = try XMLEncoder().encode(value) }
    let jsonEncoding = try seconds(times) { _ = try JSONEncoder().encode(value) }
    Report.result("xml.encode.\(name)", megabytes / encoding, "MB/s")
    Report.result("xml.encode.\(name).ratio-to-json", jsonEncoding / encoding, "times")
  }

  /// The median time of a piece of work, over some rounds.
  private static func seconds(_ times: Int, _ work: () throws -> Void) throws -> Double {
    var rounds: [Double] = []
    for round in 0..<9 {
      let start = ContinuousClock.now
      for _ in 0..<times { try work() }
      if round > 1 { rounds.append(start.duration(to: .now) / .seconds(1) / Double(times)) }
    }
    return Measurement.median(rounds)
  }
}
