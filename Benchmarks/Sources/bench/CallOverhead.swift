import CAllocations
import Foundation
import Maru

/// What a call costs beside its transport: a `Void` endpoint on a transport that answers at once.
enum CallOverhead {
  /// Answers 204 without doing anything.
  struct Bare: Transport {
    final class Nothing: TransportBody {
      func next(into buffer: inout [UInt8]) async throws -> Bool { false }
      var expectedLength: Int? { 0 }
      var metrics: AttemptMetrics { AttemptMetrics() }
    }

    func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      try await receive(TransportResponse(status: 204), Nothing())
    }

    func shutdown(_ mode: ShutdownMode) async {}
  }

  static func run() async throws {
    let bare = Bare()
    let counters = CallCounters()
    let client = try MaruClient(
      .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: bare, ownership: .client, credentials: try StaticCredential(bearer: "token"),
      surroundings: .system, observers: [counters])
    let endpoint = Endpoint<Void>.delete("/v1/todos/\(17)")
    let context = try CallContext(tenant: "tenant-1", user: "user-17", language: "ko-KR")
    let request = TransportRequest(
      method: .delete, url: try RequestURL("https://api.example.com/v1/todos/17"),
      isRepeatable: true)
    let call: @Sendable () async throws -> Void = {
      try await client.send(endpoint, context: context)
    }
    let alone: @Sendable () async throws -> Void = {
      try await bare.perform(
        request, body: .none, limits: TransportLimits(attempt: .seconds(15))
      ) { _, _ in }
    }
    for inFlight in [1, 32] {
      var costs: [Double] = []
      for round in 0..<10 {
        let base = try await Measurement.run(20_000, inFlight: inFlight, alone)
        let cost = try await Measurement.run(20_000, inFlight: inFlight, call)
        if round > 0 { costs.append(cost.cpuMicroseconds - base.cpuMicroseconds) }
      }
      let name =
        inFlight == 1 ? "call-overhead.cpu-us" : "call-overhead.\(inFlight)-in-flight.cpu-us"
      Report.result(name, Measurement.median(costs), "us/call")
    }
    let before = allocations_so_far()
    for _ in 0..<1_000 { try await call() }
    Report.result(
      "call-overhead.allocations", Double(allocations_so_far() - before) / 1_000, "allocations/call"
    )
  }
}
