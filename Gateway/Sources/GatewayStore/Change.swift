public import struct Foundation.Date

/// One step of a todo's or a category's life, and the state that it left.
public struct Change: Hashable, Sendable {
  /// The place in the order of commits, over all users.
  public let sequence: Int64
  /// What changed.
  public let subject: Subject
  /// Its id.
  public let subjectID: String
  /// What happened.
  public let kind: Kind
  /// The title or name afterwards.
  public let title: String
  /// Whether it is done afterwards; false for a category.
  public let isDone: Bool
  /// The todo's category afterwards.
  public let categoryID: String?
  /// The version afterwards.
  public let version: Int
  /// When it happened.
  public let at: Date

  /// What can change.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// A todo.
    case todo
    /// A category.
    case category
  }

  /// What can happen.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It was made.
    case created
    /// It was changed.
    case changed
    /// It was removed.
    case deleted
  }
}

/// A change, and whose it is.
public struct OwnedChange: Hashable, Sendable {
  /// The user's id.
  public let userID: String
  /// What happened.
  public let change: Change
}
