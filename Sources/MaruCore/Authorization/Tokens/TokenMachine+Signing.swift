internal import MaruContract

// Signing in, signing out, and turning to another account.
extension TokenMachine {
  mutating func signIn(
    _ grant: TokenGrant, _ account: TokenAccount, _ receipt: Receipt, at now: MonotonicInstant
  ) -> [Action] {
    var actions: [Action] = flight.map { [.end(flight: $0.id)] } ?? []
    let isSame = phase.account == account
    if !isSame, phase.account != nil {
      actions += leave(.failed(.signedOut))
    }
    // AUTH-10: a store that could not be used then must not hand them to the next account.
    if leftCookies { actions.append(.eraseCookies) }
    // The same account's token is good until the new one is stored.
    let kept = isSame ? access : nil
    forget()
    access = kept
    if leaving == account { leaving = nil }
    learnClock(from: grant, receipt)
    phase = .signedIn(account)
    lastFlight += 1
    let record = TokenRecord(account: account.name, refreshToken: grant.refreshToken)
    flight = Flight(
      id: lastFlight, step: .entering, began: now, askedAt: now,
      pending: Pending(grant: grant, record: record, askedAt: now, receipt: receipt))
    return actions + [
      .start(flight: lastFlight), .write(record, account, flight: lastFlight),
    ]
  }

  mutating func signOut() -> [Action] {
    guard let account = phase.account else { return leaving.map { [.delete($0)] } ?? [] }
    let ending: [Action] = flight.map { [.end(flight: $0.id)] } ?? []
    leaving = account
    // Deleted after whatever is being written: the store's calls run one after the other.
    return ending + leave(.failed(.signedOut), deletes: account)
  }

  mutating func switched(to account: TokenAccount?) -> [Action] {
    guard account != phase.account else { return [] }
    let ending: [Action] = flight.map { [.end(flight: $0.id)] } ?? []
    let left = phase.account == nil ? [] : leave(.failed(.signedOut))
    phase = account.map(Phase.signedIn) ?? .signedOut
    return ending + left + tell(account.map(TokenSession.State.unread) ?? .signedOut)
  }
}
