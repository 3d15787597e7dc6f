public import struct Foundation.Date

/// Something to be done, as it is stored.
public struct Todo: Hashable, Sendable {
  /// A UUID in lower case.
  public let id: String
  /// What is to be done.
  public var title: String
  /// Whether it is done.
  public var isDone: Bool
  /// What the user has put it under; nil for nothing.
  public var categoryID: String?
  /// How often it was written: 1 when it is new.
  public var version: Int
  /// When it was made.
  public let createdAt: Date
  /// When it was written last.
  public var updatedAt: Date
}
