import Foundation
import Maru
import MaruSystem
import Testing

/// What many calls do with one session, counted at a real gateway over a real transport.
///
/// The scenes and the counts are those by which Maru's promise is compared with what other clients
/// do: in S3 a well-known one refreshes five times, in S4b four times more, and in S7 it comes back
/// before it was asked to.
@Suite(.timeLimit(.minutes(2))) struct RefreshTableTests {
  private static let callers = 32

  nonisolated struct Page: Decodable, Sendable {}

  /// How a call ended.
  private enum End: Hashable, Sendable {
    case value
    case cancelled
    case failed(CallError.Code)
    case stranger(String)
  }

  private static func list(_ client: MaruClient, fault: String? = nil) async -> End {
    do {
      var endpoint: Endpoint<Page> = .get("/v1/todos")
      if let fault {
        endpoint.headers.append(try EndpointHeader("Maru-Fault", fault, isSecret: false))
      }
      endpoint.deadline = .seconds(60)
      _ = try await client.send(endpoint)
      return .value
    } catch is CancellationError {
      return .cancelled
    } catch let error as CallError {
      return .failed(error.code)
    } catch {
      return .stranger("\(type(of: error))")
    }
  }

  /// So many calls at once, and how they ended.
  private static func lists(
    _ client: MaruClient, _ count: Int = callers,
    fault: @escaping @Sendable (Int) -> String? = { _ in nil }
  ) async -> [End: Int] {
    await withTaskGroup(of: End.self) { group in
      for number in 0..<count {
        group.addTask { await list(client, fault: fault(number)) }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  @Test func `S1: 32 calls whose token is refused share one refresh`() async throws {
    try await Scene.playing { scene in
      let session = try await scene.session(.refused)
      let ends = try await scene.withClient(session, gathered: Self.callers) {
        await Self.lists($0)
      }
      #expect(ends == [.value: 32])
      #expect(scene.counts == Counts(refreshes: 1, sends: 64))
      #expect(scene.answers(to: "/v1/todos") == [401: 32, 200: 32])
    }
  }

  @Test func `S2: refusals that come over 300 ms, also after the refresh, ask for no second one`()
    async throws
  {
    try await Scene.playing { scene in
      let session = try await scene.session(.good)
      let ends = try await scene.withClient(session, gathered: Self.callers) { client in
        await Self.lists(client) { "revoke; ms=\($0 * 10); times=1; id=\($0)" }
      }
      #expect(ends == [.value: 32])
      #expect(scene.counts == Counts(refreshes: 1, sends: 64))
      #expect(scene.answers(to: "/v1/todos") == [401: 32, 200: 32])
    }
  }

  @Test func `S3: a server that refuses every token gets one refresh and two sendings`()
    async throws
  {
    try await Scene.playing { scene in
      let session = try await scene.session(.good)
      let ends = try await scene.withClient(session) { await Self.lists($0, 1) { _ in "revoke" } }
      #expect(ends == [.failed(.credentialRefused): 1])
      #expect(scene.counts == Counts(refreshes: 1, sends: 2))
    }
  }

  @Test func `S4: a refresh that is refused fails all who wait, and S4b: nobody asks again`()
    async throws
  {
    try await Scene.playing { scene in
      let session = try await scene.session(.good)
      try await scene.withClient(nil) { client in
        let _: Void = try await client.send(
          .post(
            "/v1/revoke", body: .form(["token": scene.grant.refreshToken.value]),
            credential: .none))
      }
      try await scene.withClient(session, gathered: Self.callers) { client in
        #expect(await Self.lists(client) == [.failed(.credentialRefused): 32])
        #expect(scene.counts == Counts(refreshes: 1, sends: 32))
        for _ in 0..<8 {
          #expect(await Self.list(client) == .failed(.credentialRefused))
        }
        #expect(scene.counts == Counts(refreshes: 1, sends: 32))
        guard case .ended(_, .refused) = session.state else {
          Issue.record("the session says \(session.state)")
          return
        }
      }
    }
  }

  @Test func `S5: a token that is about to expire is renewed before anything is sent`()
    async throws
  {
    try await Scene.playing { scene in
      let session = try await scene.session(.due)
      let ends = try await scene.withClient(session) { await Self.lists($0) }
      #expect(ends == [.value: 32])
      #expect(scene.counts == Counts(refreshes: 1, sends: 32))
      #expect(scene.answers(to: "/v1/todos") == [200: 32])
    }
  }

  @Test func `S6: a waiter that is cancelled leaves at once, and the others get their answers`()
    async throws
  {
    try await Scene.playing { scene in
      let mayRefresh = Locked(false)
      let session = try await scene.session(.refused) { _ in
        while !mayRefresh.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
      }
      try await scene.withClient(session, gathered: 9) { client in
        let first = Task { await Self.list(client) }
        // Their refusals come later, so that it is the first one that has asked for the refresh.
        async let others = Self.lists(client, 8) { "revoke; ms=300; times=1; id=\($0)" }
        try await scene.untilRefused(9)
        first.cancel()
        // While the refresh is held back: the end cannot have waited for it.
        #expect(await first.value == .cancelled)
        #expect(scene.counts.refreshes == 0)
        mayRefresh.withLock { $0 = true }
        #expect(await others == [.value: 8])
      }
      #expect(scene.counts == Counts(refreshes: 1, sends: 17))
    }
  }

  @Test(arguments: [503, 429])
  func `S7: Retry-After is kept to, to the millisecond and not before`(_ status: Int) async throws {
    try await Scene.playing { scene in
      let watch = AttemptWatch()
      let session = try await scene.session(.good)
      let ends = try await scene.withClient(session, observers: [watch]) { client in
        await Self.lists(client, 1) { _ in "status; code=\(status); retry-after=2; times=1" }
      }
      #expect(ends == [.value: 1])
      #expect(scene.counts == Counts(refreshes: 0, sends: 2))
      #expect(scene.answers(to: "/v1/todos") == [status: 1, 200: 1])
      let starts = watch.starts.withLock { $0 }
      try #require(starts.count == 2)
      #expect(starts[0].duration(to: starts[1]) >= .seconds(2))
    }
  }
}

/// Notes when attempts began.
private final class AttemptWatch: CallObserver {
  let starts = Locked<[MonotonicInstant]>([])

  func observe(_ event: CallEvent) {
    guard case .attemptStarted = event.step else { return }
    starts.withLock { $0.append(event.time) }
  }
}
