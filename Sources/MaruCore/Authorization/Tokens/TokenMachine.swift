package import MaruContract
package import struct Foundation.Date

/// Decides what a token session does next: takes what happened and the time, answers with actions.
///
/// A value without clock, network, store or chance of its own. What the session knows is who is
/// signed in, the access token, and one flight at most: the steps of a refresh, in order. The rules
/// of AUTH-3 to AUTH-7 and AUTH-12 are here and nowhere else.
package struct TokenMachine: Sendable {
  /// Where the session stands.
  package enum State: String, Sendable, CaseIterable {
    /// Nobody is signed in.
    case signedOut
    /// An account, and no access token: the record has not been read, or a refresh failed.
    case idle
    /// There is an access token.
    case ready
    /// A refresh: the record is being read.
    case reading
    /// A refresh: the record is being marked, since the server forgives no second sending.
    case marking
    /// A refresh: the refresh token is on its way.
    case asking
    /// A refresh: what was rotated is being stored.
    case storing
    /// A sign-in is being stored.
    case entering
    /// The server has ended the session.
    case ended
  }

  /// What can happen.
  package enum Event: Sendable {
    /// A call wants a credential.
    case asked(waiter: UInt64)
    /// A call does not wait any more.
    case left(waiter: UInt64)
    /// A server refused a credential.
    case refused(generation: UInt64)
    case read(flight: UInt64, RecordAnswer, Receipt)
    case answered(flight: UInt64, RefreshAnswer, Receipt)
    case stored(flight: UInt64, SecretStoreError?, Receipt)
    /// The flight has had its time.
    case limitReached(flight: UInt64, Receipt)
    case signIn(TokenGrant, TokenAccount, Receipt)
    case signOut
    case switched(to: TokenAccount?)
    case deleted(TokenAccount, SecretStoreError?)
    /// The session's cookies are no longer kept, or could not be taken out.
    case cookiesErased(SecretStoreError?)
  }

  /// What the record's place held.
  package enum RecordAnswer: Sendable {
    case record(TokenRecord)
    /// There is none: the one answer that means that nobody is signed in.
    case nothing
    case failed(SecretStoreError)
    case unusable(TokenRecord.Problem)
    /// Another process is refreshing.
    case busy
  }

  /// What the token endpoint said.
  package enum RefreshAnswer: Sendable {
    case granted(TokenGrant)
    case failed(TokenRefreshFailure)
  }

  /// What the shell adds to an event: the date and a piece of chance.
  package struct Receipt: Sendable {
    package var date: Date
    package var chance: UInt64
    package init(date: Date, chance: UInt64) {
      self.date = date
      self.chance = chance
    }
  }

  /// What to do.
  package enum Action: Sendable {
    /// A flight begins: its limit runs from now.
    case start(flight: UInt64)
    /// Read the account's record, holding the lease if there is one.
    case read(TokenAccount, flight: UInt64)
    /// Send a refresh token.
    case ask(Sensitive<String>, flight: UInt64)
    /// Write a record; tell of it if a flight waits for it.
    case write(TokenRecord, TokenAccount, flight: UInt64?)
    case delete(TokenAccount)
    /// A flight is over: nothing of it counts any more.
    case end(flight: UInt64)
    case answer([UInt64], Outcome)
    case tell(TokenSession.State)
    case report(TokenEvent.Step)
    /// Credentials that were given out have ended.
    case endCredentials
    /// Take the session's cookies out of memory, at once.
    case forgetCookies
    /// Take them out of where they are kept, too; deleting a record does so by itself.
    case eraseCookies
    /// A sign-in is over.
    case entered(flight: UInt64, SecretStoreError?)
  }

  /// What a waiting call is told.
  package enum Outcome: Sendable {
    case credential(Credential)
    /// Nobody is signed in.
    case nobody
    /// The session is over.
    case refused
    case failed(CallError)
  }

  /// Who is signed in.
  package enum Phase: Sendable {
    case signedOut
    case signedIn(TokenAccount)
    case ended(TokenAccount, TokenEnd)

    package var account: TokenAccount? {
      switch self {
      case .signedOut: nil
      case .signedIn(let account), .ended(let account, _): account
      }
    }
  }

  /// An access token, in memory.
  package struct Access: Sendable {
    package var credential: Credential
    /// From when on it is renewed before it is used.
    package var due: MonotonicInstant?
    package var expiry: MonotonicInstant?
    package var isRefused = false
  }

  /// What came of a sign-in or a refresh, before it is stored.
  package struct Pending: Sendable {
    package var grant: TokenGrant
    package var record: TokenRecord
    /// The refresh token that it was got with; nil for a sign-in.
    package var predecessor: Sensitive<String>?
    /// When it was asked for: the server made it no earlier.
    package var askedAt: MonotonicInstant
    package var receipt: Receipt
  }

  /// A refresh or a sign-in on its way.
  package struct Flight: Sendable {
    package var id: UInt64
    package var step: State
    package var began: MonotonicInstant
    package var askedAt: MonotonicInstant
    package var record: TokenRecord?
    package var pending: Pending?
  }

  /// A time in which nobody refreshes, after a failure.
  package struct Pause: Sendable {
    package var until: MonotonicInstant
    package var error: CallError
  }

  package let configuration: TokenSession.Configuration
  package var phase: Phase
  package var access: Access?
  package var flight: Flight?
  package var waiters: Set<UInt64> = []
  /// The newest credential's.
  package var generation: UInt64 = 0
  /// The first that the present sign-in can have: what is older has ended.
  package var firstGeneration: UInt64 = 1
  package var pause: Pause?
  package var failures = 0
  /// A rotated token that could not be stored yet; not used before it is.
  package var unstored: Pending?
  /// What the server has refused: not sent again, whatever the store says.
  package var deadToken: Sensitive<String>?
  /// Whose record could not be deleted yet.
  package var leaving: TokenAccount?
  /// Whether cookies of a session that is over may still be where they were kept.
  package var leftCookies = false
  /// How far the server's clock is ahead of ours, as far as it has told.
  package var clockSkew: Duration?
  package var lastFlight: UInt64 = 0
  var told: TokenSession.State

  package init(configuration: TokenSession.Configuration, account: TokenAccount?) {
    self.configuration = configuration
    phase = account.map(Phase.signedIn) ?? .signedOut
    told = account.map(TokenSession.State.unread) ?? .signedOut
  }

  /// Where the session stands.
  package var state: State {
    if let flight { return flight.step }
    switch phase {
    case .signedOut: return .signedOut
    case .ended: return .ended
    case .signedIn: return access == nil ? .idle : .ready
    }
  }

  /// What subscribers were told last.
  package var toldState: TokenSession.State { told }

  /// Takes what happened and says what to do, in this order.
  package mutating func handle(_ event: Event, at now: MonotonicInstant) -> [Action] {
    switch event {
    case .asked(let waiter): return asked(waiter, at: now)
    case .left(let waiter):
      waiters.remove(waiter)
      return []
    case .refused(let generation):
      // AUTH-3: an older one was refused for a reason that is mended already.
      if access?.credential.generation == generation { access?.isRefused = true }
      return []
    case .read(let id, let answer, let receipt):
      guard let flight, flight.id == id, flight.step == .reading else { return [] }
      return received(answer, flight, receipt, at: now)
    case .answered(let id, let answer, let receipt):
      // AUTH-7: what was asked for an account that is gone is dropped here.
      guard let flight, flight.id == id, flight.step == .asking else { return [] }
      return received(answer, flight, receipt, at: now)
    case .stored(let id, let error, let receipt):
      guard let flight, flight.id == id else { return [] }
      return stored(flight, error, receipt, at: now)
    case .limitReached(let id, let receipt):
      guard let flight, flight.id == id else { return [] }
      return limitReached(flight, receipt, at: now)
    case .signIn(let grant, let account, let receipt):
      return signIn(grant, account, receipt, at: now)
    case .signOut: return signOut()
    case .switched(let account): return switched(to: account)
    case .deleted(let account, let error):
      // The cookies go behind the record.
      leftCookies = error != nil
      if let error { return [.report(.storeFailed(error.code))] }
      if leaving == account { leaving = nil }
      return []
    case .cookiesErased(let error):
      leftCookies = error != nil
      return error.map { [.report(.storeFailed($0.code))] } ?? []
    }
  }

  mutating func tell(_ state: TokenSession.State) -> [Action] {
    guard state != told else { return [] }
    told = state
    return [.tell(state)]
  }

  mutating func answerAll(_ outcome: Outcome) -> [Action] {
    guard !waiters.isEmpty else { return [] }
    defer { waiters = [] }
    // In the order in which they asked: a set has another one each time.
    return [.answer(waiters.sorted(), outcome)]
  }
}

// MARK: What can be told without waiting

extension TokenMachine {
  /// The credential to send now, if no refresh must come before.
  package func ready(at now: MonotonicInstant) -> Credential? {
    guard flight == nil, let access, !access.isRefused else { return nil }
    if let due = access.due, now >= due {
      // AUTH-12, but a refresh that has just failed is no reason to fail a call with a good token.
      guard let pause, now < pause.until else { return nil }
      return goodCredential(at: now)
    }
    return access.credential
  }

  /// The credential to send if there will be no newer one.
  func goodCredential(at now: MonotonicInstant) -> Credential? {
    guard let access, !access.isRefused else { return nil }
    if let expiry = access.expiry, now >= expiry { return nil }
    return access.credential
  }

  /// What has become of a credential.
  package func standing(of credential: Credential) -> CredentialStanding {
    guard credential.generation >= firstGeneration else { return .ended }
    switch phase {
    case .signedOut: return .ended
    case .ended: return .refused
    case .signedIn:
      // A sign-in of the same account has dropped it, and its successor is not stored yet.
      guard let access else { return .refused }
      let isOlder = credential.generation < access.credential.generation
      return isOlder ? .superseded(by: access.credential) : .current
    }
  }
}
