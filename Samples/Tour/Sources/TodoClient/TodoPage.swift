/// Part of the list, and where the next part begins.
public nonisolated struct TodoPage: Codable, Hashable, Sendable {
  /// The todos, the newest first.
  public let items: [Todo]
  /// What to ask for the next part with; nil if there is none.
  public let nextCursor: String?
}
