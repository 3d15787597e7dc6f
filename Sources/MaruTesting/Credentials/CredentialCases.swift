internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

extension CredentialDefinition {
  /// Giving a credential out.
  static let giving: [CredentialDefinition] = [
    CredentialDefinition("a credential can be sent as a header field", ["AUTH-1"]) { bench in
      let value = try await bench.given().authorization.value
      try bench.expect(
        "a field value", found: "one with control characters or nothing",
        !value.isEmpty && FieldSyntax.isFieldValue(value))
    },
    CredentialDefinition("asking again gives the same credential", ["AUTH-1"]) { bench in
      let first = try await bench.given()
      let second = try await bench.provider.credential()
      try bench.expect("the same credential", found: "another one", first == second)
    },
    CredentialDefinition("what is ready is what would be given", ["AUTH-1"]) { bench in
      let given = try await bench.given()
      let ready = bench.provider.readyCredential()
      try bench.expect(
        "the credential that is given, or nothing", found: "another one",
        ready == nil || ready == given)
    },
    CredentialDefinition("many may ask at once", ["AUTH-3"]) { bench in
      let all = try await bench.askAll(50)
      let first = try await bench.given()
      try bench.expect(
        "one credential for all", found: "several", all.allSatisfy { $0 == first })
    },
    CredentialDefinition("a present credential is current", ["AUTH-7"]) { bench in
      let given = try await bench.given()
      let standing = bench.provider.standing(of: given)
      try bench.expect("current", found: "\(standing)", standing == .current)
    },
    CredentialDefinition("nothing that is printed shows the credential", ["FAIL-3"]) { bench in
      let secret = try await bench.given().authorization.value
      let token = secret.split(separator: " ").last.map(String.init) ?? secret
      for text in printedForms(of: bench.provider) {
        try bench.expect("no secret in what is printed", found: "one", !text.contains(token))
      }
    },
  ]

  /// Getting another one.
  static let refreshing: [CredentialDefinition] = [
    CredentialDefinition(
      "a refused credential is followed by another one", ["AUTH-2"], needs: .refreshes
    ) { bench in
      let first = try await bench.given()
      let second = try await bench.successor(of: first)
      try bench.expect(
        "a generation above \(first.generation)", found: "\(second.generation)",
        second.generation > first.generation)
    },
    CredentialDefinition(
      "the refusal of an older credential changes nothing", ["AUTH-3"], needs: .refreshes
    ) { bench in
      let first = try await bench.given()
      let second = try await bench.successor(of: first)
      let count = bench.subject.refreshCount?()
      await bench.provider.invalidate(first)
      let third = try await bench.given()
      try bench.expect("the present credential", found: "another one", third == second)
      try bench.expect(
        "no further refresh", found: "one", bench.subject.refreshCount?() == count)
    },
    CredentialDefinition(
      "many that find a credential refused cause one refresh", ["AUTH-3"], needs: .refreshes
    ) { bench in
      let first = try await bench.given()
      let before = bench.subject.refreshCount?()
      let all = try await withThrowingTaskGroup(of: Credential?.self) { group in
        for _ in 0..<50 {
          group.addTask {
            await bench.provider.invalidate(first)
            return try await bench.provider.credential()
          }
        }
        return try await group.reduce(into: [Credential?]()) { $0.append($1) }
      }
      let next = try await bench.given()
      try bench.expect("one credential for all", found: "several", all.allSatisfy { $0 == next })
      guard let before, let after = bench.subject.refreshCount?() else { return }
      try bench.expect("one refresh", found: "\(after - before)", after - before == 1)
    },
    CredentialDefinition(
      "a waiter that is cancelled leaves, and the others are served", ["AUTH-5"],
      needs: .refreshes
    ) { bench in
      let first = try await bench.given()
      await bench.provider.invalidate(first)
      let executor = bench.contract.environment.executor
      let leaver = Task(executorPreference: executor) { try await bench.provider.credential() }
      let stayer = Task(executorPreference: executor) { try await bench.provider.credential() }
      leaver.cancel()
      switch await leaver.result {
      // It may have been served before.
      case .success, .failure(is CancellationError): break
      case .failure(let error):
        throw ContractFinding(expected: "CancellationError", found: "\(type(of: error))")
      }
      let next = try await stayer.value
      try bench.expect(
        "another credential for who stayed", found: "none, or the refused one",
        next != nil && next != first)
    },
    CredentialDefinition(
      "an older credential is not current", ["AUTH-7"], needs: .refreshes
    ) { bench in
      let first = try await bench.given()
      let second = try await bench.successor(of: first)
      // A provider that leaves it at the default sends what it gave out last, which is allowed.
      switch bench.provider.standing(of: first) {
      case .superseded(let newer):
        try bench.expect("the present credential", found: "another one", newer == second)
      case .current, .refused: break
      case .ended:
        throw ContractFinding(expected: "the account is signed in", found: "it has ended")
      }
    },
  ]

  /// Signing out.
  static let ending: [CredentialDefinition] = [
    CredentialDefinition(
      "after a sign-out nothing is given", ["AUTH-7"], needs: .signsOut
    ) { bench in
      _ = try await bench.given()
      try await bench.leave()
      try bench.expect(
        "nothing ready", found: "a credential", bench.provider.readyCredential() == nil)
      let given = try await bench.provider.credential()
      try bench.expect("nobody is signed in", found: "a credential", given == nil)
    },
    CredentialDefinition(
      "after a sign-out what was given has ended", ["AUTH-7"], needs: .signsOut
    ) { bench in
      let first = try await bench.given()
      try await bench.leave()
      let standing = bench.provider.standing(of: first)
      try bench.expect("ended", found: "\(standing)", standing == .ended)
    },
    CredentialDefinition(
      "a sign-out is heard once, after it is done", ["AUTH-7"], needs: .signsOut
    ) { bench in
      let first = try await bench.given()
      let provider = bench.provider
      let heard = Locked<[CredentialStanding]>([])
      let willCall = provider.hearEndings {
        let standing = provider.standing(of: first)
        heard.withLock { $0.append(standing) }
        return false
      }
      try bench.expect("that it will call", found: "that it will not", willCall)
      try await bench.leave()
      let standings = heard.withLock { $0 }
      try bench.expect("[ended]", found: "\(standings)", standings == [.ended])
    },
  ]
}

extension CredentialBench {
  func leave() async throws {
    guard let signOut = subject.signOut else {
      throw ContractFinding(expected: "a way to sign out", found: "none")
    }
    try await signOut()
  }
}
