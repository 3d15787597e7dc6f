internal import Foundation
internal import MaruContract

// How long a token is good, by whose clock.
extension TokenMachine {
  /// How long a token is good, counted from when it was asked for; nil if nobody said.
  func lifetime(of grant: TokenGrant, _ receipt: Receipt) -> Duration? {
    switch grant.expiry {
    case .unknown: return nil
    case .after(let duration): return duration > .zero ? duration : nil
    case .at(let date):
      // The server's word about a moment of its own clock: ours may be wrong.
      let skew = (clockSkew ?? .zero) / .seconds(1)
      let left = date.timeIntervalSince(receipt.date) - skew
      guard left > 0 else { return nil }
      return .milliseconds(Int64(min(left, 10 * 365 * 86_400) * 1_000))
    @unknown default: return nil
    }
  }

  /// AUTH-12: how long before its end a token is renewed; differs between devices, so that they do
  /// not all come in the same second.
  func margin(of lifetime: Duration, chance: UInt64) -> Duration {
    let leeway = configuration.leeway
    return min(leeway + (leeway / 2).part(chance), lifetime / 4)
  }

  mutating func learnClock(from grant: TokenGrant, _ receipt: Receipt) {
    guard let date = grant.serverDate else { return }
    let seconds = date.timeIntervalSince(receipt.date)
    guard abs(seconds) < 10 * 365 * 86_400 else { return }
    clockSkew = .milliseconds(Int64(seconds * 1_000))
  }
}

extension Duration {
  /// A part of the duration, from none to all of it, as chance has it.
  func part(_ chance: UInt64) -> Duration {
    let nanoseconds = UInt64(max(wholeNanoseconds, 0))
    return .nanoseconds(Int64(chance.multipliedFullWidth(by: nanoseconds &+ 1).high))
  }
}
