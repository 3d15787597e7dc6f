internal import Foundation
internal import Maru

/// Asks a gateway what it saw, over connections of its own that no chapter touches.
struct Witness: Sendable {
  private let client: MaruClient

  init(address: URL) throws {
    client = try MaruClient(
      MaruClient.Configuration(baseURL: address, plainHTTP: .allowedToLoopback), credentials: nil)
  }

  /// The requests that came under a name, in the order in which they were answered.
  func requests(_ id: RequestID) async throws -> [SeenRequest] {
    try await client.send(
      .get("/v1/debug/requests", query: ["id": id.rawValue], credential: .none))
  }

  /// The same, once there are so many, or after two seconds: an answer can be with the client
  /// before the gateway has noted it.
  func requests(_ id: RequestID, count: Int) async throws -> [SeenRequest] {
    try await poll(for: .seconds(2)) {
      try await requests(id)
    } until: {
      $0.count >= count
    }
  }

  /// How busy the gateway is, this very question included.
  func connections() async throws -> SeenConnections {
    try await client.send(.get("/v1/debug/connections", credential: .none))
  }

  /// How busy the gateway is once `isReached`, or when the time is over.
  func connections(
    within limit: Duration, until isReached: (SeenConnections) -> Bool
  ) async throws -> SeenConnections {
    try await poll(for: limit) {
      try await connections()
    } until: {
      isReached($0)
    }
  }

  /// How busy the gateway is once nothing but this question is in flight: it notes the end of a
  /// request a moment after the client has its answer.
  func idle() async throws -> SeenConnections {
    // Twice, so that the question's own connection is counted.
    _ = try await connections()
    return try await connections(within: .seconds(5)) { $0.requestsInFlight <= 1 }
  }

  func shutdown() async {
    await client.shutdown(.cancelling)
  }
}

/// Asks again and again until the answer will do, or the time is over; the last answer counts.
func poll<Value>(
  for limit: Duration, every pause: Duration = .milliseconds(20), _ ask: () async throws -> Value,
  until isEnough: (Value) -> Bool
) async throws -> Value {
  let end = ContinuousClock.now + limit
  while true {
    let value = try await ask()
    if isEnough(value) || ContinuousClock.now >= end { return value }
    try await Task.sleep(for: pause)
  }
}
