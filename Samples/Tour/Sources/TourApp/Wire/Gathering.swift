internal import Maru
internal import MaruSystem

/// A transport whose first requests are all there before any of them is sent, and which remembers the
/// secrets that it is given.
///
/// So that a chapter's calls are in one state when the server answers the first: one that began later
/// would wait for the refresh that the others wait for, and not be sent with the old token.
struct Gathering: Transport {
  private let base: any Transport
  private let count: Int
  private let secrets: SecretWatch
  private let arrived = Counter()

  private final class Counter: Sendable {
    let value = Locked(0)
  }

  init(_ base: any Transport, count: Int, secrets: SecretWatch) {
    self.base = base
    self.count = count
    self.secrets = secrets
  }

  func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    secrets.note(request, body)
    arrived.value.withLock { $0 += 1 }
    while arrived.value.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(2)) }
    return try await base.perform(request, body: body, limits: limits, receive: receive)
  }

  func shutdown(_ mode: ShutdownMode) async { await base.shutdown(mode) }
}
