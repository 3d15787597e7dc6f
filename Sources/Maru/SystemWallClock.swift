public import Foundation
public import MaruContract

/// The date and time that the machine shows.
public struct SystemWallClock: WallClock {
  /// The machine's clock.
  public init() {}

  /// The date and time it is.
  public func now() -> Date { Date() }
}
