internal import MaruContract
internal import MaruSystem

// What a session's own tasks do. Each is owned by the flight that it was started for, or by the
// line of the store's calls; nobody who waits for a credential can cancel one.
extension TokenCore {
  private func spawn(
    for flight: UInt64?, _ work: @escaping @Sendable () async -> Void
  ) {
    let task = Task(executorPreference: surroundings.executor) { await work() }
    guard let flight else { return }
    let isLate = locked.withLock { state in
      guard state.flight?.id == flight else { return true }
      state.flight?.tasks.append(task)
      return false
    }
    if isLate { task.cancel() }
  }

  func startTimer(_ flight: UInt64) {
    let end = now.advanced(by: configuration.limit)
    spawn(for: flight) { [self] in
      do {
        try await surroundings.clock.sleep(until: end)
      } catch {
        // The flight has ended before its limit.
        return
      }
      handle(.limitReached(flight: flight, receipt))
    }
  }

  func startLease(_ account: TokenAccount, _ flight: UInt64) {
    guard let lease else { return }
    let limit = configuration.limit
    spawn(for: flight) { [self] in
      do {
        try await lease.acquire(within: limit)
      } catch {
        handle(.read(flight: flight, .busy, receipt))
        return
      }
      let startsLine = locked.withLock { state in
        if state.flight?.id == flight {
          state.flight?.holdsLease = true
          state.line.append(.read(account, flight: flight))
        } else {
          state.line.append(.giveLeaseBack)
        }
        defer { state.isLineRunning = true }
        return !state.isLineRunning
      }
      if startsLine { await work() }
    }
  }

  func startAsking(_ token: Sensitive<String>, _ flight: UInt64) {
    spawn(for: flight) { [self] in
      // AUTH-7: it may have been cut off before it came to run.
      guard locked.withLock({ $0.flight?.id == flight }) else { return }
      let answer: TokenMachine.RefreshAnswer
      do {
        let asking = Asking.current.union([ObjectIdentifier(self)])
        answer = .granted(
          try await Asking.$current.withValue(asking) { try await refresher.refresh(token) })
      } catch {
        answer = .failed(TokenRefreshFailure(reading: error))
      }
      handle(.answered(flight: flight, answer, receipt))
    }
  }

  /// The sessions whose refresh the current task is part of.
  ///
  /// A refresher that makes a call with the session's own credentials would wait for itself.
  enum Asking {
    @TaskLocal static var current: Set<ObjectIdentifier> = []
  }

  func startLine() {
    spawn(for: nil) { [self] in await work() }
  }

  /// Works off the line: a late write never comes after the delete of a sign-out.
  private func work() async {
    while let call = next() {
      switch call {
      case .read(let account, let flight):
        handle(.read(flight: flight, await read(account), receipt))
      case .write(let record, let account, let flight):
        let error = await write(record, account)
        if let flight { handle(.stored(flight: flight, error, receipt)) }
      case .delete(let account, let leaver):
        let error = await delete(account)
        handle(.deleted(account, error))
        leaver?.fulfil(error)
      case .eraseCookies: handle(.cookiesErased(await eraseCookies()))
      case .giveLeaseBack: await lease?.release()
      }
    }
  }

  private func next() -> StoreCall? {
    locked.withLock { state in
      guard !state.line.isEmpty else {
        state.isLineRunning = false
        return nil
      }
      return state.line.removeFirst()
    }
  }

  private func read(_ account: TokenAccount) async -> TokenMachine.RecordAnswer {
    do throws(SecretStoreError) {
      guard let bytes = try await store.readIfPresent(account.key) else { return .nothing }
      do throws(TokenRecord.Problem) {
        return .record(try TokenRecord(bytes, of: account.name))
      } catch {
        return .unusable(error)
      }
    } catch {
      return .failed(error)
    }
  }

  private func write(_ record: TokenRecord, _ account: TokenAccount) async -> SecretStoreError? {
    do throws(SecretStoreError) {
      try SecretLimits.check(record.bytes)
      try await store.write(
        record.bytes, for: account.key, accessibility: configuration.accessibility)
      return nil
    } catch {
      return error
    }
  }

  /// The record, and the cookies that were kept with it.
  private func delete(_ account: TokenAccount) async -> SecretStoreError? {
    do throws(SecretStoreError) {
      try await store.delete(account.key)
    } catch {
      return error
    }
    return await eraseCookies()
  }

  private func eraseCookies() async -> SecretStoreError? {
    do throws(SecretStoreError) {
      try await cookies?.erase()
      return nil
    } catch {
      return error
    }
  }
}
