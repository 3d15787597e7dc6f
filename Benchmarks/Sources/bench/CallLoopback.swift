import Foundation
import FoundationNetworking
import Maru

/// Calls to a real server over loopback, beside URLSession in the same run.
///
/// Rounds are paired and interleaved, so that what disturbs one disturbs the other; the ratio's
/// median counts. The server's own ceiling is shown: near it, ratios say less.
enum CallLoopback {
  private struct Item: Codable, Sendable {
    var k: Int
    var v: String
    var done: Bool
  }
  private struct Document: Codable, Sendable {
    var id: Int
    var items: [Item]
    var pad: String
  }
  private static let inFlight = 32
  private static let bodyBytes = 913

  /// A document of 913 bytes, as a list of todos is.
  private static func body() throws -> Data {
    var document = Document(
      id: 42, items: (0..<22).map { Item(k: $0, v: "item \($0)", done: $0.isMultiple(of: 2)) },
      pad: "")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let missing = bodyBytes - (try encoder.encode(document).count)
    document.pad = String(repeating: "x", count: missing)
    return try encoder.encode(document)
  }

  static func run() async throws {
    let body = try body()
    guard body.count == bodyBytes else { throw Missing(what: "a body of \(bodyBytes) bytes") }
    let nginx = try await Nginx(body: body)
    let ceiling = try Wrk.run(nginx.url, connections: inFlight)
    Report.result("call-loopback.peer-ceiling", ceiling.requestsPerSecond, "requests/s")
    guard ceiling.requestsPerSecond >= 30_000 else {
      throw Missing(what: "a machine on which nginx answers 30,000 requests/s")
    }
    let base = nginx.url.deletingLastPathComponent()
    let counters = CallCounters()
    let client = try MaruClient(
      .init(baseURL: base, plainHTTP: .allowedToLoopback),
      credentials: try StaticCredential(bearer: "abcdefghijklmnopqrstuvwxyz"),
      observers: [counters])
    let session = session()
    let url = nginx.url
    try await compare(
      "call-loopback.curl",
      ours: {
        let bytes = try await client.send(Endpoint<Data>.get("/document.json", as: .bytes))
        precondition(bytes.count == bodyBytes)
      },
      theirs: {
        let (bytes, _) = try await session.data(for: request(url))
        precondition(bytes.count == bodyBytes)
      })
    try await compare(
      "call-loopback.curl.json",
      ours: {
        let document = try await client.send(Endpoint<Document>.get("/document.json"))
        precondition(document.items.count == 22)
      },
      theirs: {
        let (bytes, _) = try await session.data(for: request(url))
        let document = try JSONDecoder().decode(Document.self, from: bytes)
        precondition(document.items.count == 22)
      })
    await client.shutdown(.finishing)
    session.invalidateAndCancel()
  }

  /// Maru over URLSession, beside the least that a transport over it can be.
  static func runURLSession() async throws {
    let nginx = try await Nginx(body: try body())
    let url = nginx.url
    let client = try MaruClient(
      .init(baseURL: url.deletingLastPathComponent(), plainHTTP: .allowedToLoopback),
      transport: .urlSession(),
      credentials: try StaticCredential(bearer: "abcdefghijklmnopqrstuvwxyz"),
      observers: [CallCounters()])
    let delegate = BareDelegate(connections: inFlight)
    try await compare(
      "call-loopback.urlsession", to: "delegate", calls: 4_000,
      ours: {
        let bytes = try await client.send(Endpoint<Data>.get("/document.json", as: .bytes))
        precondition(bytes.count == bodyBytes)
      },
      theirs: {
        let bytes = try await delegate.send(request(url))
        precondition(bytes.count == bodyBytes)
      })
    await client.shutdown(.finishing)
    delegate.end()
  }

  private static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = inFlight
    return URLSession(configuration: configuration)
  }

  private static func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.setValue("Bearer abcdefghijklmnopqrstuvwxyz", forHTTPHeaderField: "Authorization")
    return request
  }

  private static func compare(
    _ name: String, to other: String = "urlsession", calls: Int = 20_000,
    ours: @escaping @Sendable () async throws -> Void,
    theirs: @escaping @Sendable () async throws -> Void
  ) async throws {
    var ratios: [Double] = []
    var costs: [(ours: Cost, theirs: Cost)] = []
    for round in 0...9 {
      let our = try await Measurement.run(calls, inFlight: inFlight, ours)
      let their = try await Measurement.run(4_000, inFlight: inFlight, theirs)
      // The first round warms up.
      guard round > 0 else { continue }
      ratios.append(our.perSecond / their.perSecond)
      costs.append((our, their))
      Report.note(
        "\(name) round \(round): \(Int(our.perSecond))/s against \(Int(their.perSecond))/s")
    }
    Report.result(
      "\(name).requests-per-s", Measurement.median(costs.map(\.ours.perSecond)), "requests/s")
    Report.result(
      "\(name).cpu-us", Measurement.median(costs.map(\.ours.cpuMicroseconds)), "us/call")
    Report.result(
      "\(name).\(other)-requests-per-s", Measurement.median(costs.map(\.theirs.perSecond)),
      "requests/s")
    Report.result("\(name).ratio-to-\(other)", Measurement.median(ratios), "ratio")
  }
}
