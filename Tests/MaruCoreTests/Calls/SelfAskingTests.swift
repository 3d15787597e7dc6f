import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

/// A provider that makes calls of the client that asks it.
@Suite struct SelfAskingTests {
  private final class Asking: CredentialProvider {
    let client = Locked<MaruClient?>(nil)
    let asked = Locked(0)
    let need: CredentialNeed

    init(_ need: CredentialNeed) { self.need = need }

    func credential() async throws -> Credential? {
      asked.withLock { $0 += 1 }
      let client = client.withLock { $0 }
      _ = try await client?.send(Endpoint<Thing>.get("/login", credential: need))
      return try .bearer("token")
    }

    func invalidate(_ credential: Credential) async {}
  }

  private func failure(_ provider: Asking) throws -> CallError? {
    let call = try OneCall([ServerAct.json()], credentials: provider)
    provider.client.withLock { $0 = call.client }
    defer { provider.client.withLock { $0 = nil } }
    return try call.failure(of: Endpoint<Thing>.get("/thing"))
  }

  @Test func `asks itself a few times, and is told`() throws {
    let provider = Asking(.required)
    let failure = try failure(provider)
    #expect(failure?.code == .configuration)
    #expect(failure?.stage == .authorization)
    #expect(provider.asked.withLock { $0 } == 4)
  }

  @Test func `is served if its own calls need no credential`() throws {
    let provider = Asking(.none)
    #expect(try failure(provider) == nil)
    #expect(provider.asked.withLock { $0 } == 1)
  }
}
