import MaruContract
import MaruSystem
import MaruTesting

/// A credential provider that follows the model server's generations, slowly, and fails at times.
final class ModelProvider: CredentialProvider {
  private struct State {
    var generation: UInt64 = 1
    var isStale = false
  }
  private let state = Locked(State())
  private let world: SimulatedWorld
  private let server: ModelServer

  init(world: SimulatedWorld, server: ModelServer) {
    self.world = world
    self.server = server
  }

  func readyCredential() -> Credential? {
    // Sometimes it has to be asked, so that both ways are walked.
    guard world.random.happens(percent: 50) else { return nil }
    return state.withLock { $0.isStale ? nil : try? Self.credential($0.generation) }
  }

  func credential() async throws -> Credential? {
    try await world.sleep(for: world.random.milliseconds(0...50))
    switch world.random.integer(in: 1...100) {
    case ...3: return nil
    case ...6: throw CredentialRefused()
    case ...9:
      throw CallError(.unreachable, at: .authorization, reason: "no network for a refresh")
    // A provider that hears no cancellation and takes longer than any call has.
    case ...11: await deafWait()
    // One that gives out what it has just been told is refused.
    case ...14: return try Self.credential(state.withLock { $0.generation })
    default: break
    }
    if state.withLock({ $0.isStale }) {
      try await world.sleep(for: world.random.milliseconds(5...300))
      let current = server.generation
      state.withLock { $0 = State(generation: current) }
    }
    return try Self.credential(state.withLock { $0.generation })
  }

  func invalidate(_ credential: Credential) async {
    state.withLock { if credential.generation == $0.generation { $0.isStale = true } }
  }

  private static func credential(_ generation: UInt64) throws -> Credential {
    try .bearer("\(ModelServer.secret)-token-\(generation)", generation: generation)
  }

  private func deafWait() async {
    let end = world.clock.now().advanced(by: .seconds(60))
    while world.clock.now() < end {
      if (try? await world.clock.sleep(until: end)) == nil { await Task.yield() }
      if Task.isCancelled { return await deafSleep(until: end) }
    }
  }

  /// Sleeps in a task of its own, which nobody cancels.
  private func deafSleep(until end: MonotonicInstant) async {
    let world = world
    await Task(executorPreference: world) { try? await world.clock.sleep(until: end) }.value
  }
}
