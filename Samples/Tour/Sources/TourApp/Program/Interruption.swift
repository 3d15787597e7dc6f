internal import MaruSystem

/// What is done when somebody wants the tour to end: gently at first, then at once.
package final class Interruption: Sendable {
  private struct State {
    var wishes = 0
    var gently: (@Sendable () -> Void)?
    var atOnce: (@Sendable () -> Void)?
  }
  private let state = Locked(State())

  /// Nobody wants it yet.
  package init() {}

  /// Says what is to be done; a wish that came before is fulfilled now.
  package func set(
    gently: @escaping @Sendable () -> Void, atOnce: @escaping @Sendable () -> Void
  ) {
    let wishes = state.withLock { state in
      state.gently = gently
      state.atOnce = atOnce
      return state.wishes
    }
    if wishes > 0 { gently() }
    if wishes > 1 { atOnce() }
  }

  /// Takes note of a wish.
  package func wish() {
    let action = state.withLock { state in
      state.wishes += 1
      return state.wishes == 1 ? state.gently : state.atOnce
    }
    action?()
  }
}
