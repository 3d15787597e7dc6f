public import MaruContract

extension TokenSession {
  /// Who is signed in, as far as the session knows.
  @nonexhaustive
  public enum State: Sendable, Hashable {
    /// Nobody.
    case signedOut
    /// An account whose record has not been read yet; the first call that needs a credential does.
    case unread(TokenAccount)
    /// An account, with an access token.
    case signedIn(TokenAccount)
    /// An account whose record can't be used now. It is not signed out; a later call tries again.
    case unavailable(TokenAccount, Trouble)
    /// An account whose session the server has ended: ask for a sign-in.
    case ended(TokenAccount, TokenEnd)
  }

  /// Why a record can't be used now.
  @nonexhaustive
  public enum Trouble: Sendable, Hashable {
    /// The store says so.
    case secretStore(SecretStoreError.Code)
    /// The record is there and can't be read: of a later version, another account's, or damaged.
    case record
  }

  /// Each change of a session's state, from the present one on.
  ///
  /// Every loop over it hears each change once. A loop that is behind keeps the newest 16 and
  /// misses older ones; the newest state is never missed. It ends with the session, or when its
  /// task is cancelled.
  public struct States: AsyncSequence, Sendable {
    /// A state.
    public typealias Element = State
    static let capacity = 16
    let core: TokenCore

    /// Begins with the present state.
    public func makeAsyncIterator() -> Iterator {
      Iterator(base: core.subscribe().makeAsyncIterator())
    }

    /// One loop's place among the changes.
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<State>.Iterator

      /// The next state; nil once the session is gone or the task is cancelled.
      public mutating func next() async -> State? { await base.next() }
    }
  }
}
