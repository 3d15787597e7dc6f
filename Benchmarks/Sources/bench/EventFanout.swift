import CEventLoad
import Foundation
import Maru

/// One user's changes fanned out to many clients, both ends on this machine.
///
/// The clients are raw sockets on one thread, so that they cost less than the gateway. An event's time
/// counts from before the write is sent until a client has read the event: the commit is in it, and
/// so that it is not the disk that is measured, the database is in memory where there is a place for it.
enum EventFanout {
  private static let clients = 5_000
  private static let perSecond = 10
  private static let seconds = 10

  private struct Todo: Codable, Sendable {
    var id: String
  }
  private struct Title: Encodable, Sendable {
    var title: String
  }

  static func run(gateway: String) async throws {
    try allowDescriptors(clients + 256)
    let room = "\(clients + 1_000)"
    try await GatewayLoad.serving(
      gateway,
      ["--max-connections", room, "--max-streams", room, "--streams-per-user", room], inMemory: true
    ) { base, process in
      let configuration = try MaruClient.Configuration(
        baseURL: base, plainHTTP: .allowedToLoopback)
      let token = try await GatewayLoad.token(at: base)
      let client = try MaruClient(configuration, credentials: try StaticCredential(bearer: token))
      let todo = try await client.send(
        Endpoint<Todo>.post("/v1/todos", json: Title(title: "first"), idempotency: .key)
      ).id
      let load = try Load(port: UInt16(base.port ?? 0), token: token, clients: clients)
      let opening = ContinuousClock.now
      let missing = await load.open(within: 60)
      guard missing == 0 else { throw Missing(what: "\(clients) open streams; \(missing) are not") }
      let opened = opening.duration(to: .now) / .seconds(1)
      Report.note("sse-fanout: \(clients) streams opened in \(opened) s")

      let events = perSecond * seconds
      let before = process.cpuSeconds()
      let start = ContinuousClock.now
      async let reading: Void = load.read(
        UInt64(clients * events), within: Double(seconds) + 20)
      for number in 0..<events {
        try await Task.sleep(
          until: start + .milliseconds(1_000 / perSecond * number), clock: .continuous)
        _ = try await client.send(
          Endpoint<Todo>.patch(
            "/v1/todos/\(todo)", json: Title(title: "t\(event_load_now())"), idempotency: .key))
      }
      await reading
      let took = start.duration(to: .now) / .seconds(1)
      let cpu = (process.cpuSeconds() - before) / took
      let memory = process.peakMegabytes()
      await client.shutdown(.finishing)
      let result = load.end()
      Report.note(
        "sse-fanout: \(result.events) events in \(took) s, \(cpu) cores; of a client "
          + "\(result.fewest)–\(result.most); \(result.closed) were cut off; median "
          + "\(result.median_ms) ms, longest \(result.longest_ms) ms")
      guard result.out_of_order == 0 else {
        throw Missing(what: "events in order; \(result.out_of_order) were not")
      }
      Report.result(
        "sse-fanout.delivered-ratio", Double(result.events) / Double(clients * events), "ratio")
      Report.result("sse-fanout.p99-ms", result.p99_ms, "ms")
      Report.result("sse-fanout.rss-mb", memory, "MB")
      Report.result("sse-fanout.cores", cpu, "cores")
    }
  }

  private static func allowDescriptors(_ count: Int) throws {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_max >= rlim_t(count) else {
      throw Missing(what: "\(count) descriptors; see 'ulimit -Hn'")
    }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// The clients; used by one thread at a time.
  private final class Load: @unchecked Sendable {
    // @unchecked: 'run' asks for it only after the call before has returned.
    private let load: OpaquePointer

    init(port: UInt16, token: String, clients: Int) throws {
      let request = """
        GET /v1/events HTTP/1.1\r
        Host: 127.0.0.1\r
        Accept: text/event-stream\r
        Authorization: Bearer \(token)\r
        \r

        """
      guard let load = event_load_new(port, request, Int32(clients)) else {
        throw Missing(what: "Linux, and memory for \(clients) clients")
      }
      self.load = load
    }

    /// Returns how many are not open.
    func open(within seconds: Double) async -> Int {
      await onThread { Int(event_load_open(self.load, seconds)) }
    }

    func read(_ events: UInt64, within seconds: Double) async {
      await onThread { event_load_read(self.load, events, seconds) }
    }

    func end() -> event_load_result { event_load_end(load) }

    /// A thread of its own: it waits for sockets, which would hold up others' tasks.
    private func onThread<Value: Sendable>(
      _ work: @escaping @Sendable () -> Value
    ) async -> Value {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
      }
    }
  }
}
