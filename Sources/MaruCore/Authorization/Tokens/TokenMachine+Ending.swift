internal import MaruContract

// How a flight ends without a credential, and how somebody leaves.
extension TokenMachine {
  /// Leaves the session as it is, and nobody asks again for a while.
  mutating func fail(
    _ flight: Flight, _ error: CallError, _ trouble: TokenSession.Trouble?, _ receipt: Receipt,
    isMisconfigured: Bool = false, at now: MonotonicInstant
  ) -> [Action] {
    self.flight = nil
    failures += 1
    let delay = max(
      configuration.pause(afterFailures: isMisconfigured ? .max : failures, chance: receipt.chance),
      error.retryAfter ?? .zero)
    pause = Pause(until: now.advanced(by: delay), error: error)
    var actions: [Action] = [
      .end(flight: flight.id),
      .report(
        .refreshFailed(error.code, took: flight.began.duration(to: now), pause: delay)),
    ]
    if let trouble, let account = phase.account { actions += tell(.unavailable(account, trouble)) }
    if let good = goodCredential(at: now) { return actions + answerAll(.credential(good)) }
    return actions + answerAll(.failed(error.after(delay)))
  }

  /// AUTH-4: the session is over; heard once, and nothing is sent or asked any more.
  mutating func finish(
    _ account: TokenAccount, _ flight: Flight, _ end: TokenEnd, isStored: Bool
  ) -> [Action] {
    phase = .ended(account, end)
    access = nil
    self.flight = nil
    unstored = nil
    pause = nil
    let record = TokenRecord(account: account.name, refreshToken: nil, end: end)
    return [.end(flight: flight.id)]
      + (isStored ? [] : [.write(record, account, flight: nil)])
      + [.forgetCookies, .eraseCookies, .report(.ended(end))] + tell(.ended(account, end))
      + answerAll(.refused)
  }

  /// Nobody is signed in any more; what is in flight for who was is cut off (AUTH-7), and the cookies go
  /// from where they are kept as well (AUTH-10): with the record, if that is deleted.
  mutating func leave(_ outcome: Outcome, deletes record: TokenAccount? = nil) -> [Action] {
    let hadCredential = generation >= firstGeneration
    phase = .signedOut
    forget()
    firstGeneration = generation + 1
    return (hadCredential ? [.endCredentials] : []) + [.forgetCookies, .report(.signedOut)]
      + tell(.signedOut)
      + answerAll(outcome)
      + [record.map(Action.delete) ?? .eraseCookies]
  }

  mutating func forget() {
    access = nil
    flight = nil
    unstored = nil
    deadToken = nil
    pause = nil
    failures = 0
  }
}
