import CAllocations
import Foundation
import Maru
import MaruSystem
import MaruTesting

/// Fifty thousand mixed calls with random cancels, and what they leave behind.
///
/// The one benchmark with bounds: nothing may be left, whatever the machine.
enum CallSoak {
  private static let calls = 50_000
  private static let inFlight = 32
  /// What the second half of the calls may add to the heap.
  private static let maximumGrowth = 65_536

  @Sendable private static func script(_ request: PeerRequest) -> [WireAct] {
    let acts: [ServerAct] =
      switch request.target.split(separator: "/").last ?? "" {
      case "large":
        [.head(status: 200, fields: HeaderFields()), .fill(200_000), .end]
      case "slow":
        [.pause(.milliseconds(2))] + ServerAct.response(200, body: [1])
      case "lost": [.cut]
      case "half": [.head(status: 200, fields: HeaderFields()), .fill(3_000), .cut]
      case "hold": [.hold]
      case "busy": ServerAct.response(503)
      default: ServerAct.response(200, body: Array("hello".utf8))
      }
    return acts.map(WireAct.act)
  }

  private static let targets = [
    "small", "small", "small", "large", "slow", "lost", "half", "hold", "busy", "upload",
  ]

  private struct Tally: Sendable {
    var values = 0
    var cancelled = 0
    var failed = 0
  }

  static func run() async throws {
    // What the system and the libraries open once and keep is not held against the calls.
    _ = try await soak(calls: 500)
    let descriptors = await settledDescriptors()
    let found = try await soak(calls: calls)
    let left = await settledDescriptors() - descriptors
    Report.result("call-soak.calls-per-s", found.perSecond, "calls/s")
    Report.result("call-soak.heap-growth", Double(found.growth), "bytes")
    Report.result("call-soak.calls-left", Double(found.running), "calls")
    Report.result("call-soak.connections-left", Double(found.connections), "connections")
    Report.result("call-soak.descriptors-left", Double(left), "descriptors")
    guard found.growth < maximumGrowth, found.running == 0, found.connections == 0, left <= 0
    else { throw LeftBehind() }
  }

  struct LeftBehind: Error, CustomStringConvertible {
    var description: String { "something is left behind" }
  }

  /// What a soak has found.
  private struct Found {
    var perSecond: Double
    var growth: Int64
    var running: Int
    var connections: Int
  }

  private static func soak(calls: Int) async throws -> Found {
    let peer = try BreakingPeer(keptRequests: 0, script: script)
    var configuration = try MaruClient.Configuration(
      baseURL: URL(string: peer.url("/").string)!,  // The peer's own address.
      plainHTTP: .allowedToLoopback)
    configuration.limits.deadline = .milliseconds(200)
    configuration.limits.attempt = .milliseconds(100)
    configuration.retry.baseDelay = .milliseconds(2)
    let client = try MaruClient(
      configuration, credentials: StaticCredential(bearer: "abcdefghijklmnopqrstuvwxyz"),
      observers: [CallCounters()])
    let random = SeededRandom(seed: 7)
    let start = ContinuousClock.now
    let first = await half(calls, client, random)
    let before = await settledBytes(client)
    let second = await half(calls, client, random)
    let growth = await settledBytes(client) - before
    let seconds = start.duration(to: .now) / .seconds(1)
    let running = client.runningCalls
    await client.shutdown(.finishing)
    let areClosed = peer.waitUntil { $0.open == 0 }
    let connections = areClosed ? 0 : peer.connectionsOpen
    peer.stop()
    Report.note(
      "call-soak: \(first.values + second.values) values, \(first.cancelled + second.cancelled) "
        + "cancelled, \(first.failed + second.failed) failed as scripted")
    return Found(
      perSecond: Double(calls) / seconds, growth: growth, running: running,
      connections: connections)
  }

  private static func half(
    _ calls: Int, _ client: MaruClient, _ random: SeededRandom
  ) async -> Tally {
    await withTaskGroup(of: Tally.self) { group in
      for _ in 0..<inFlight {
        group.addTask {
          var tally = Tally()
          for _ in 0..<calls / 2 / inFlight { await one(client, random, &tally) }
          return tally
        }
      }
      return await group.reduce(into: Tally()) { sum, part in
        sum.values += part.values
        sum.cancelled += part.cancelled
        sum.failed += part.failed
      }
    }
  }

  private static func one(
    _ client: MaruClient, _ random: SeededRandom, _ tally: inout Tally
  ) async {
    let target = targets[random.integer(in: 0...targets.count - 1)]
    let isCancelled = random.happens(percent: 25)
    let delay = random.integer(in: 0...3_000)
    let call = Task {
      if target == "upload" {
        _ = try await client.send(
          Endpoint<Data>.put(
            "/upload", body: .bytes(Data(repeating: 1, count: 30_000)), as: .bytes))
      } else {
        _ = try await client.send(Endpoint<Data>.get("/\(target)", as: .bytes))
      }
    }
    if isCancelled {
      try? await Task.sleep(for: .microseconds(delay))
      call.cancel()
    }
    switch await call.result {
    case .success: tally.values += 1
    case .failure(is CancellationError): tally.cancelled += 1
    case .failure: tally.failed += 1
    }
  }

  /// The heap once nothing moves any more and one connection is kept: the least of some looks.
  private static func settledBytes(_ client: MaruClient) async -> Int64 {
    for _ in 0..<10 { _ = try? await client.send(Endpoint<Data>.get("/small", as: .bytes)) }
    var least = Int64.max
    for _ in 0..<10 {
      try? await Task.sleep(for: .milliseconds(50))
      least = min(least, allocated_bytes())
    }
    return least
  }

  private static func settledDescriptors() async -> Int {
    var least = Int.max
    for _ in 0..<10 {
      least = min(least, openDescriptors())
      try? await Task.sleep(for: .milliseconds(50))
    }
    return least
  }

  private static func openDescriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
