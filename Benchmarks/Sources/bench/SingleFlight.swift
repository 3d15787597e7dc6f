import Foundation
import Maru

/// What it costs that many calls find one token expired: one refresh, and a wait for each.
enum SingleFlight {
  private static let callers = 10_000

  /// Answers after a while, so that all callers wait.
  private final class Slow: TokenRefresher {
    let count = Counter()

    func refresh(_ token: Sensitive<String>) async throws -> TokenGrant {
      let number = count.next()
      try await Task.sleep(for: .milliseconds(300))
      return TokenGrant(
        accessToken: Sensitive("access-\(number)"), refreshToken: Sensitive("refresh-\(number)"))
    }
  }

  /// Counts from 1.
  private final class Counter: @unchecked Sendable {
    // @unchecked: 'value' is touched only while 'lock' is held.
    private let lock = NSLock()
    private var value = 0

    func next() -> Int {
      lock.withLock {
        value += 1
        return value
      }
    }

    var count: Int { lock.withLock { value } }
  }

  static func run() async throws {
    let refresher = Slow()
    let session = TokenSession(
      account: nil, configuration: .init(recovery: .sendsAgain), refresher: refresher,
      store: MemorySecretStore(), surroundings: .system)
    let grant = TokenGrant(accessToken: Sensitive("access"), refreshToken: Sensitive("refresh"))
    try await session.signIn(grant, as: TokenAccount("ann", in: SecretNamespace("bench")))
    var costs: [Double] = []
    var refreshes: [Double] = []
    for _ in 0..<5 {
      guard let old = session.readyCredential() else { return }
      await session.invalidate(old)
      let before = refresher.count.count
      let cost = try await Measurement.run(callers, inFlight: callers) {
        _ = try await session.credential()
      }
      costs.append(cost.cpuMicroseconds)
      refreshes.append(Double(refresher.count.count - before))
    }
    Report.result("single-flight.refreshes", refreshes.max() ?? 0, "refreshes")
    Report.result("single-flight.cpu-us-per-waiter", Measurement.median(costs), "us/waiter")
  }
}
