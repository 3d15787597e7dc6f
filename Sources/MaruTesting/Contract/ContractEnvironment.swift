public import MaruContract

/// What a contract suite waits by and runs on.
///
/// With real sockets that is a real clock and no executor; in a simulation, its manual clock and
/// its seeded executor.
public struct ContractEnvironment: Sendable {
  /// What the suite waits by; no limit of the transport is measured by another one.
  public var clock: any MonotonicClock
  /// Where the suite's tasks run; nil: where tasks run by themselves.
  public var executor: (any TaskExecutor)?
  /// What random delays are drawn from, so that a run can be repeated.
  public var seed: UInt64

  /// Makes an environment.
  public init(clock: any MonotonicClock, executor: (any TaskExecutor)? = nil, seed: UInt64 = 1) {
    self.clock = clock
    self.executor = executor
    self.seed = seed
  }
}

/// What a transport has, so that the cases about it apply.
public struct ContractTraits: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It speaks HTTP/1.1 over real sockets.
  public static let wire = ContractTraits(rawValue: 1 << 0)
  /// It speaks TLS.
  public static let tls = ContractTraits(rawValue: 1 << 1)
  /// A body that is not read holds the server back.
  public static let backPressure = ContractTraits(rawValue: 1 << 2)
  /// It uses a connection for one call after the other.
  public static let keepsConnections = ContractTraits(rawValue: 1 << 3)
  /// It asks for compressed bodies and unpacks them.
  public static let decompresses = ContractTraits(rawValue: 1 << 4)
  /// Who runs the suite has named a proxy that does not exist in the environment; see
  /// ``TransportContract/nameDeadProxy()``.
  public static let deadProxy = ContractTraits(rawValue: 1 << 5)

  /// Why a case that needs all of these is left out.
  var reason: String {
    let names: [(ContractTraits, String)] = [
      (.wire, "it has no sockets"), (.tls, "it speaks no TLS"),
      (.backPressure, "it can't hold a server back"),
      (.keepsConnections, "it keeps no connection"), (.decompresses, "it unpacks nothing"),
      (.deadProxy, "the environment names no dead proxy"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// Whom a transport under test trusts.
public enum ContractTrust: Sendable, Hashable {
  /// Whom the system trusts.
  case system
  /// The authorities in a file, in PEM, and nobody else.
  case authorities(path: String)
}
