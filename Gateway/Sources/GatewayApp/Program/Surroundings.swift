internal import Foundation
internal import GatewayCrypto
internal import GatewayHTTP

/// Time and chance, as the gateway is given them.
struct Surroundings: Sendable {
  /// The wall clock.
  var now: @Sendable () -> Date
  /// A clock that never goes back.
  var uptime: @Sendable () -> Duration
  /// What cannot be guessed.
  var random: SecureRandom
  /// Waits.
  var sleep: @Sendable (Duration) async -> Void

  /// A UUID in lower case (RFC 9562 §5.4).
  func makeUUID() -> String {
    var generator = random
    return UUID.random(using: &generator).uuidString.lowercased()
  }

  /// What a running program has.
  static let real = {
    let start = ContinuousClock.now
    return Surroundings(
      now: { Date() }, uptime: { ContinuousClock.now - start }, random: SecureRandom(),
      // A server's handlers are not cancelled; if it ends for good, the wait may end early.
      sleep: { try? await Task.sleep(for: $0) })
  }()
}

extension UUID {
  fileprivate static func random(using generator: inout SecureRandom) -> UUID {
    var bytes = generator.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
