public import Foundation
public import Maru

/// What became of a write, as the server remembers it by the write's key.
public nonisolated struct WriteFate: Decodable, Hashable, Sendable {
  /// How far it got.
  public let state: OpenEnum<State>
  /// What it was answered with, if it is done.
  public let status: Int?
  /// Where that which it made is, if it made something.
  public let location: String?
  /// When it was done, if it is.
  public let completedAt: Date?

  /// How far a write got.
  public enum State: String, Sendable {
    /// It is being worked on.
    case inFlight
    /// It is done.
    case completed
  }
}
