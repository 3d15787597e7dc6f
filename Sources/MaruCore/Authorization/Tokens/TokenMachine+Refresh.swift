internal import MaruContract

// A refresh: read the record, send its token, store what was rotated, use the access token.
extension TokenMachine {
  mutating func asked(_ waiter: UInt64, at now: MonotonicInstant) -> [Action] {
    switch phase {
    case .signedOut: return [.answer([waiter], .nobody)]
    case .ended: return [.answer([waiter], .refused)]
    case .signedIn(let account):
      // AUTH-3: one flight, however many wait.
      if flight != nil {
        waiters.insert(waiter)
        return []
      }
      if let ready = ready(at: now) { return [.answer([waiter], .credential(ready))] }
      if let pause, now < pause.until {
        return [.answer([waiter], .failed(pause.error.after(now.duration(to: pause.until))))]
      }
      waiters.insert(waiter)
      return begin(account, at: now)
    }
  }

  private mutating func begin(_ account: TokenAccount, at now: MonotonicInstant) -> [Action] {
    let reason: TokenEvent.RefreshReason =
      access.map { $0.isRefused ? .refused : .due } ?? .missing
    lastFlight += 1
    flight = Flight(id: lastFlight, step: .reading, began: now, askedAt: now)
    return [
      .start(flight: lastFlight), .report(.refreshStarted(reason)),
      .read(account, flight: lastFlight),
    ]
  }

  // The record is read before each refresh: the refresh token is nowhere else, and another process
  // may have rotated it.
  mutating func received(
    _ answer: RecordAnswer, _ flight: Flight, _ receipt: Receipt, at now: MonotonicInstant
  ) -> [Action] {
    guard case .signedIn(let account) = phase else { return [] }
    switch answer {
    case .record(let record):
      return received(record, of: account, flight, receipt, at: now)
    case .nothing:
      // Another process has signed out, or nobody has ever signed in.
      return [.end(flight: flight.id)] + leave(.nobody)
    case .failed(let error):
      return [.report(.storeFailed(error.code))]
        + fail(flight, .store(error), .secretStore(error.code), receipt, at: now)
    case .unusable(let problem):
      return fail(flight, .record(problem), .record, receipt, at: now)
    case .busy:
      return fail(flight, .busyLease, nil, receipt, at: now)
    }
  }

  private mutating func received(
    _ record: TokenRecord, of account: TokenAccount, _ flight: Flight, _ receipt: Receipt,
    at now: MonotonicInstant
  ) -> [Action] {
    if let end = record.end { return finish(account, flight, end, isStored: true) }
    guard let token = record.refreshToken else {
      return finish(account, flight, .noRefreshToken, isStored: false)
    }
    if let unstored {
      if unstored.predecessor == token { return store(unstored, account, flight) }
      // Another process has rotated since, or it was stored although the store said no.
      self.unstored = nil
    }
    if token == deadToken { return finish(account, flight, .refused, isStored: false) }
    guard configuration.recovery == .asksToSignIn else {
      // AUTH-6: if an answer was lost, this is the direct predecessor of what it brought.
      return ask(token, record, flight, at: now)
    }
    if record.mayBeSpent { return finish(account, flight, .answerLost, isStored: false) }
    var marked = record
    marked.mayBeSpent = true
    self.flight?.record = record
    self.flight?.step = .marking
    return [.write(marked, account, flight: flight.id)]
  }

  private mutating func ask(
    _ token: Sensitive<String>, _ record: TokenRecord, _ flight: Flight, at now: MonotonicInstant
  ) -> [Action] {
    self.flight?.record = record
    self.flight?.step = .asking
    self.flight?.askedAt = now
    return [.report(.refreshSent), .ask(token, flight: flight.id)]
  }

  mutating func received(
    _ answer: RefreshAnswer, _ flight: Flight, _ receipt: Receipt, at now: MonotonicInstant
  ) -> [Action] {
    guard case .signedIn(let account) = phase, let sent = flight.record else { return [] }
    switch answer {
    case .granted(let grant):
      learnClock(from: grant, receipt)
      var record = sent
      // RFC 6749 §6: a server that gives no new refresh token lets the old one be used again.
      record.refreshToken = grant.refreshToken ?? sent.refreshToken
      let pending = Pending(
        grant: grant, record: record, predecessor: sent.refreshToken, askedAt: flight.askedAt,
        receipt: receipt)
      let isWritten = record == sent && configuration.recovery != .asksToSignIn
      return isWritten
        ? commit(pending, account, flight, at: now) : store(pending, account, flight)
    case .failed(let failure) where failure.kind == .refused:
      // Only the token that the store has now ends the session: another process may have rotated
      // it.
      deadToken = sent.refreshToken
      self.flight?.step = .reading
      return [.read(account, flight: flight.id)]
    case .failed(let failure):
      return failed(failure, account, flight, receipt, at: now)
    }
  }

  private mutating func failed(
    _ failure: TokenRefreshFailure, _ account: TokenAccount, _ flight: Flight, _ receipt: Receipt,
    at now: MonotonicInstant
  ) -> [Action] {
    var actions: [Action] = []
    if configuration.recovery == .asksToSignIn, let record = flight.record {
      if failure.answerWasLost { return finish(account, flight, .answerLost, isStored: false) }
      // It was not used: no later process must think so.
      actions.append(.write(record, account, flight: nil))
    }
    let isMisconfigured = failure.kind == .misconfigured
    return actions
      + fail(flight, failure.error, nil, receipt, isMisconfigured: isMisconfigured, at: now)
  }

  /// AUTH-6: what was rotated is stored before the access token is used.
  private mutating func store(
    _ pending: Pending, _ account: TokenAccount, _ flight: Flight
  ) -> [Action] {
    unstored = pending
    self.flight?.pending = pending
    self.flight?.step = .storing
    return [.write(pending.record, account, flight: flight.id)]
  }

  mutating func stored(
    _ flight: Flight, _ error: SecretStoreError?, _ receipt: Receipt, at now: MonotonicInstant
  ) -> [Action] {
    guard case .signedIn(let account) = phase else { return [] }
    if let error {
      let report = [Action.report(.storeFailed(error.code))]
      guard flight.step == .entering else {
        return report
          + fail(flight, .store(error), .secretStore(error.code), receipt, at: now)
      }
      return report + [.end(flight: flight.id)] + leave(.failed(.store(error)))
        + [.entered(flight: flight.id, error)]
    }
    switch flight.step {
    case .marking:
      guard let record = flight.record, let token = record.refreshToken else { return [] }
      return ask(token, record, flight, at: now)
    case .storing, .entering:
      guard let pending = flight.pending else { return [] }
      return commit(pending, account, flight, at: now)
    default:
      return []
    }
  }

  private mutating func commit(
    _ pending: Pending, _ account: TokenAccount, _ flight: Flight, at now: MonotonicInstant
  ) -> [Action] {
    unstored = nil
    let next = generation + 1
    let isEntering = flight.step == .entering
    guard
      let credential = try? Credential.bearer(
        pending.grant.accessToken.value, generation: next, account: account.name.value)
    else {
      let entered = isEntering ? [Action.entered(flight: flight.id, nil)] : []
      return fail(
        flight, .badToken, nil, pending.receipt, isMisconfigured: true, at: now) + entered
    }
    generation = next
    self.flight = nil
    pause = nil
    failures = 0
    deadToken = nil
    var access = Access(credential: credential)
    if let lifetime = lifetime(of: pending.grant, pending.receipt) {
      let margin = margin(of: lifetime, chance: pending.receipt.chance)
      access.expiry = pending.askedAt.advanced(by: lifetime)
      access.due = pending.askedAt.advanced(by: lifetime - margin)
    }
    self.access = access
    let step: TokenEvent.Step =
      isEntering ? .signedIn : .refreshed(took: flight.began.duration(to: now))
    return [.end(flight: flight.id), .report(step)] + tell(.signedIn(account))
      + answerAll(.credential(credential))
      + (isEntering ? [.entered(flight: flight.id, nil)] : [])
  }

  mutating func limitReached(
    _ flight: Flight, _ receipt: Receipt, at now: MonotonicInstant
  ) -> [Action] {
    guard case .signedIn(let account) = phase else { return [] }
    switch flight.step {
    case .entering:
      let error = SecretStoreError(.unavailable, reason: "the store did not answer in time")
      return [.end(flight: flight.id)] + leave(.failed(.store(error)))
        + [.entered(flight: flight.id, error)]
    case .asking:
      let failure = TokenRefreshFailure(.transient, answerWasLost: true, error: .lateRefresh)
      return failed(failure, account, flight, receipt, at: now)
    default:
      return fail(flight, .lateRefresh, nil, receipt, at: now)
    }
  }
}
