internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// The answers that one client keeps: in memory, of one account at a time, bounded in bytes.
final class ResponseCache: Sendable {
  /// Whose answers are kept.
  struct Owner: Hashable, Sendable {
    /// Whom the credential stands for.
    enum Account: Hashable, Sendable {
      case nobody
      case account(Sensitive<String>)
      case credential(Sensitive<String>)
    }
    var account = Account.nobody
    /// What cookies stand for: which of them say who is asking, only the server knows.
    var cookies: Sensitive<String>?

    init(_ credential: Credential?, cookies: String?) {
      self.cookies = cookies.map(Sensitive.init)
      guard let credential else { return }
      account = credential.account.map(Account.account) ?? .credential(credential.authorization)
    }
  }

  private struct State {
    var owner: Owner?
    var entries: [RequestURL: CacheEntry] = [:]
    /// The addresses, the least recently used first.
    var order: [RequestURL] = []
    var bytes = 0
    /// How many writes have been done.
    var writes: UInt64 = 0
  }

  private let capacity: Int
  private let state = Locked(State())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The answer that is kept for a request of an owner; another owner's are dropped.
  ///
  /// - Parameter secrets: the names of fields that say who is asking, beside the credential.
  func entry(
    for request: TransportRequest, secrets: [HeaderName], of owner: Owner
  ) -> CacheEntry? {
    state.withLock { state in
      Self.turn(&state, to: owner)
      guard let entry = state.entries[request.url],
        CacheRule.answers(entry, request, secrets: secrets)
      else { return nil }
      state.order.removeAll { $0 == request.url }
      state.order.append(request.url)
      return entry
    }
  }

  /// How many writes this client has done: what an answer is kept by.
  var writes: UInt64 { state.withLock { $0.writes } }

  /// Keeps an answer, unless its owner is no longer the one who is signed in, or a write was done
  /// after it was asked for: it may show what was there before.
  func keep(_ entry: CacheEntry, for url: RequestURL, of owner: Owner, askedAfter writes: UInt64) {
    guard entry.size <= capacity else { return drop(url) }
    state.withLock { state in
      guard state.owner == owner, state.writes == writes else { return }
      Self.remove(url, from: &state)
      state.entries[url] = entry
      state.order.append(url)
      state.bytes += entry.size
      while state.bytes > capacity, let oldest = state.order.first {
        Self.remove(oldest, from: &state)
      }
    }
  }

  /// A write to an address was done: what is kept of it, or on its way, may no longer be so.
  func written(_ url: RequestURL) {
    state.withLock { state in
      state.writes += 1
      Self.remove(url, from: &state)
    }
  }

  /// Drops what is kept of an address.
  func drop(_ url: RequestURL) {
    state.withLock { Self.remove(url, from: &$0) }
  }

  /// Drops everything.
  func clear() {
    state.withLock { $0 = State(writes: $0.writes + 1) }
  }

  private static func turn(_ state: inout State, to owner: Owner) {
    guard state.owner != owner else { return }
    state = State(owner: owner, writes: state.writes)
  }

  private static func remove(_ url: RequestURL, from state: inout State) {
    guard let entry = state.entries.removeValue(forKey: url) else { return }
    state.bytes -= entry.size
    state.order.removeAll { $0 == url }
  }
}
