internal import Maru
internal import MaruSystem

/// Hears what a session does.
final class SessionWatch: TokenObserver {
  private let heard = Locked<[TokenEvent.Step]>([])

  func observe(_ event: TokenEvent) { heard.withLock { $0.append(event.step) } }

  /// How often the session has sent its refresh token.
  var refreshes: Int { heard.withLock { $0.count { $0 == .refreshSent } } }

  /// How often it has said that it is over.
  var endings: Int {
    heard.withLock { heard in
      heard.count { step in
        if case .ended = step { true } else { false }
      }
    }
  }
}
