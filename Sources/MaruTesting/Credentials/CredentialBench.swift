internal import MaruContract
internal import MaruSystem

/// What a case of the credential contract works with.
struct CredentialBench: Sendable {
  let subject: CredentialSubject
  let contract: CredentialProviderContract

  var provider: any CredentialProvider { subject.provider }

  /// The credential that is given out, asked for as a client does.
  func given() async throws -> Credential {
    if let ready = provider.readyCredential() { return ready }
    guard let credential = try await provider.credential() else {
      throw ContractFinding(expected: "a credential", found: "nobody is signed in")
    }
    return credential
  }

  /// What follows a credential that a server has refused.
  func successor(of credential: Credential) async throws -> Credential {
    await provider.invalidate(credential)
    let next = try await given()
    try expect("another credential after a refusal", found: "the same", next != credential)
    return next
  }

  func expect(_ expected: String, found: String, _ isKept: Bool) throws(ContractFinding) {
    guard isKept else { throw ContractFinding(expected: expected, found: found) }
  }

  /// Asks from many tasks at once.
  func askAll(_ count: Int) async throws -> [Credential?] {
    try await withThrowingTaskGroup(of: Credential?.self) { group in
      for _ in 0..<count { group.addTask { try await provider.credential() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  func sleep(for duration: Duration) async throws {
    let clock = contract.environment.clock
    try await clock.sleep(until: clock.now().advanced(by: duration))
  }
}
