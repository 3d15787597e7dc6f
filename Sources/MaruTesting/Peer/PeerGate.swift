internal import MaruSystem

/// Where a breaking server waits until the test lets it go on.
///
/// With it a script goes as fast as the one who reads, on a machine of any speed: a pause would only
/// hope so. Each ``open()`` lets one waiting act pass, now or later.
public final class PeerGate: Sendable, Hashable {
  private let passes = Locked(0)

  /// A gate that is closed.
  public init() {}

  /// Lets one act pass; may be called from anywhere.
  public func open() { passes.withLock { $0 += 1 } }

  /// Takes one pass; false if there is none.
  func take() -> Bool {
    passes.withLock { passes in
      guard passes > 0 else { return false }
      passes -= 1
      return true
    }
  }

  /// A gate equals itself alone.
  public static func == (one: PeerGate, other: PeerGate) -> Bool { one === other }

  /// Hashes which gate it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
