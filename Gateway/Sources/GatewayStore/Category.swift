public import struct Foundation.Date

/// What a user puts todos under.
public struct Category: Hashable, Sendable {
  /// A UUID in lower case.
  public let id: String
  /// What the user calls it.
  public var name: String
  /// How often it was written: 1 when it is new.
  public var version: Int
  /// When it was made.
  public let createdAt: Date
  /// When it was written last.
  public var updatedAt: Date
}
