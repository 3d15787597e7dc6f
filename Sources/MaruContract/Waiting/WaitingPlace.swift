/// Where a task stands: a name or a wait, inside of others.
package final class WaitingPlace: Sendable {
  /// What it stands for.
  package enum Kind: Sendable {
    /// Who is inside; the outermost has no name.
    case name(String?)
    /// What is waited for.
    case wait(@Sendable () -> String)
  }
  package let board: any WaitingBoard
  package let kind: Kind
  package let outer: WaitingPlace?

  package init(board: any WaitingBoard, kind: Kind, outer: WaitingPlace?) {
    self.board = board
    self.kind = kind
    self.outer = outer
  }

  /// Waits in a place inside this one, which is on the board for so long.
  func wait<Value>(
    for what: @escaping @Sendable () -> String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    let inner = WaitingPlace(board: board, kind: .wait(what), outer: self)
    board.entered(inner)
    defer { board.left(inner) }
    return try await Waiting.$place.withValue(inner, operation: body)
  }
}

/// Who looks on: keeps the waits that have begun and not ended.
package protocol WaitingBoard: AnyObject, Sendable {
  /// A wait has begun.
  func entered(_ place: WaitingPlace)
  /// A wait has ended.
  func left(_ place: WaitingPlace)
}
