public import Foundation

/// One thing to do, as the server keeps it.
///
/// `nonisolated`, as every model here: in an app whose default is the main actor it can still be
/// decoded on other threads.
public nonisolated struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// Which one it is.
  public let id: TodoID
  /// What is to be done.
  public let title: String
  /// Whether it is done.
  public let done: Bool
  /// When it was made.
  public let createdAt: Date
  /// When it was changed last.
  public let updatedAt: Date
  /// How often it was changed, from 1.
  public let version: Int
}

/// Which todo: a type of its own, so that no title or user can be passed in its place.
public nonisolated struct TodoID: RawRepresentable, Codable, Hashable, Sendable {
  /// The id as the server writes it.
  public let rawValue: String

  /// Takes an id that came from the server.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
