internal import GatewayHTTP
internal import MaruHTTP
internal import MaruSystem

/// The streams that are open, so that none is one too many and each can be ended.
final class OpenStreams: Sendable {
  /// A stream's place among the open ones, as long as it is held or until it is closed.
  final class Ticket: Sendable {
    fileprivate let number: Int
    let user: VerifiedToken
    private let streams: OpenStreams

    fileprivate init(number: Int, user: VerifiedToken, streams: OpenStreams) {
      self.number = number
      self.user = user
      self.streams = streams
    }

    // An answer can be dropped on many ways before it is a stream; none of them has to think of this.
    deinit { close() }

    /// The stream has begun.
    func opened(_ sender: any StreamSender) { streams.opened(self, sender) }

    /// The stream is over.
    ///
    /// - Returns: how many are open now.
    @discardableResult
    func close() -> Int { streams.close(self) }
  }

  /// A stream that has begun.
  struct Open: Sendable {
    let tokenDigest: [UInt8]
    let sender: any StreamSender
  }

  private struct State {
    var next = 0
    var users: [Int: String] = [:]
    var counts: [String: Int] = [:]
    var open: [Int: Open] = [:]
  }

  private let perUser: Int
  private let most: Int
  private let state = Locked(State())

  init(perUser: Int, most: Int) {
    self.perUser = perUser
    self.most = most
  }

  /// Takes a place.
  ///
  /// - Throws: ``Problem``: 429 if the user has as many as one may, 503 if all have.
  func take(for user: VerifiedToken) throws(Problem) -> Ticket {
    let number: Result<Int, Problem> = state.withLock { state in
      guard state.users.count < most else { return .failure(.noStreamLeft) }
      let count = state.counts[user.userID, default: 0]
      guard count < perUser else { return .failure(.tooManyStreams(perUser)) }
      state.counts[user.userID] = count + 1
      state.next += 1
      state.users[state.next] = user.userID
      return .success(state.next)
    }
    return Ticket(number: try number.get(), user: user, streams: self)
  }

  /// Whether anybody would hear of a user's changes.
  func hasStreams(of user: String) -> Bool { state.withLock { $0.counts[user] != nil } }

  /// Those that have begun.
  var open: [Open] { state.withLock { Array($0.open.values) } }

  private func opened(_ ticket: Ticket, _ sender: any StreamSender) {
    state.withLock { state in
      guard state.users[ticket.number] != nil else { return }
      state.open[ticket.number] = Open(tokenDigest: ticket.user.tokenDigest, sender: sender)
    }
  }

  private func close(_ ticket: Ticket) -> Int {
    // The stream that is let go of here may be the last to hold another ticket: not under the lock.
    let (gone, left) = state.withLock { state in
      if let user = state.users.removeValue(forKey: ticket.number) {
        let count = state.counts[user, default: 1] - 1
        state.counts[user] = count > 0 ? count : nil
      }
      return (state.open.removeValue(forKey: ticket.number), state.users.count)
    }
    _ = gone
    return left
  }
}

extension Problem {
  fileprivate static func tooManyStreams(_ most: Int) -> Problem {
    Problem(
      status: 429, code: "too-many-streams", title: "Too many streams",
      detail: "a user can have \(most) at a time"
    ).with("5", for: .retryAfter)
  }

  fileprivate static let noStreamLeft = Problem(
    status: 503, code: "no-stream-left", title: "No stream left",
    detail: "as many are open as can be"
  ).with("5", for: .retryAfter)
}
