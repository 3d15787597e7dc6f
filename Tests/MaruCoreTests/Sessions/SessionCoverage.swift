import MaruContract
import MaruCore
import MaruTesting

/// Which events the machine has met in which states.
struct SessionCoverage: WorldTally {
  enum Event: String, CaseIterable, Sendable {
    case asked, left, refused
    case readRecord, readNothing, readFailed, readUnusable, readBusy
    case granted, refreshRefused, refreshMisconfigured, refreshTransient
    case stored, storeFailed, limitReached, signIn, signOut, switched, deleted, deleteFailed
    case cookiesErased, cookiesKept
  }
  var pairs = Coverage<TokenMachine.State, Event>()

  mutating func add(_ other: SessionCoverage) { pairs.add(other.pairs) }

  mutating func note(_ event: TokenMachine.Event, in state: TokenMachine.State) {
    pairs.note(Self.name(event), in: state)
  }

  /// What a scenario is made to meet; what is late, or a fault within a fault, comes more seldom.
  static let mustBeMet: [Coverage<TokenMachine.State, Event>.Pair] = {
    let pairs: [(TokenMachine.State, [Event])] = [
      (.signedOut, [.asked, .signIn, .switched, .deleted]), (.idle, [.asked, .signIn, .switched]),
      (.ready, [.asked, .refused, .signIn, .signOut, .switched]),
      (.reading, [.asked, .left, .readRecord, .readFailed, .switched]), (.marking, [.stored]),
      (
        .asking,
        [
          .asked, .left, .granted, .refreshRefused, .refreshTransient, .refreshMisconfigured,
          .limitReached, .signIn, .signOut, .switched,
        ]
      ), (.storing, [.asked, .stored, .storeFailed]), (.entering, [.asked, .stored, .storeFailed]),
      (.ended, [.asked, .signIn]),
    ]
    return pairs.flatMap { state, events in events.map { .init($0, in: state) } }
  }()

  private static func name(_ event: TokenMachine.Event) -> Event {
    switch event {
    case .asked: .asked
    case .left: .left
    case .refused: .refused
    case .read(_, .record, _): .readRecord
    case .read(_, .nothing, _): .readNothing
    case .read(_, .failed, _): .readFailed
    case .read(_, .unusable, _): .readUnusable
    case .read(_, .busy, _): .readBusy
    case .answered(_, .granted, _): .granted
    case .answered(_, .failed(let failure), _):
      switch failure.kind {
      case .refused: .refreshRefused
      case .misconfigured: .refreshMisconfigured
      default: .refreshTransient
      }
    case .stored(_, let error, _): error == nil ? .stored : .storeFailed
    case .limitReached: .limitReached
    case .signIn: .signIn
    case .signOut: .signOut
    case .switched: .switched
    case .deleted(_, let error): error == nil ? .deleted : .deleteFailed
    case .cookiesErased(let error): error == nil ? .cookiesErased : .cookiesKept
    }
  }
}
