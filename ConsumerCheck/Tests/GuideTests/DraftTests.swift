import Foundation
import Maru
import MaruTesting
import Testing

@Suite struct DraftTests {
  @Test func `what was typed is sent as JSON`() async throws {
    let clock = ManualClock()
    let transport = FakeTransport(clock: clock) { _ in ServerAct.response(204) }
    let client = try makeClient(transport, clock: clock)

    try await Draft(client: client).save("milk")

    let request = try #require(transport.requests.first)
    #expect(request.method == .put)
    #expect(request.headers[.contentType] == "application/json")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"text":"milk"}"#)
  }

  @Test func `a full disk on the server is told and not hidden`() async throws {
    let clock = ManualClock()
    let transport = FakeTransport(clock: clock) { _ in ServerAct.response(507) }
    let client = try makeClient(transport, clock: clock, retry: .never)

    let error = await #expect(throws: CallError.self) {
      try await Draft(client: client).save("milk")
    }
    #expect(error?.code == .serverFailed)
    #expect(error?.outcome == .unknown)
  }

  private func makeClient(
    _ transport: FakeTransport, clock: ManualClock, retry: RetryPolicy = RetryPolicy()
  ) throws -> MaruClient {
    let address = try #require(URL(string: "https://api.example.com"))
    var configuration = try MaruClient.Configuration(baseURL: address)
    configuration.retry = retry
    return try MaruClient(
      configuration, transport: transport, ownership: .client,
      credentials: StaticCredential(bearer: "a-token"),
      surroundings: Surroundings(
        clock: clock, wallClock: ManualWallClock(following: clock), random: SeededRandom(seed: 1)))
  }

  @Test func `a deadline ends a call that is never answered`() async throws {
    let clock = ManualClock()
    let transport = FakeTransport(clock: clock) { _ in [.hold] }
    let client = try makeClient(transport, clock: clock, retry: .never)

    async let end = #expect(throws: CallError.self) {
      try await Draft(client: client).save("milk")
    }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(30))
    #expect(await end?.code == .deadlineExceeded)
  }
}
