internal import MaruContract
internal import MaruSystem

/// What a callback API is given to call: the first call counts, whatever thread it comes from.
///
/// Hand it, or a closure that keeps it, to the API and to nobody else. When the last one lets go of
/// it without having called it, the wait ends at once with ``CallbackFailure/neverCalled``, not only
/// when the time is over.
public final class Callback<Value: Sendable>: Sendable {
  let outcome: CallbackOutcome<Value>

  init(_ outcome: CallbackOutcome<Value>) {
    self.outcome = outcome
  }

  deinit { outcome.end(.letGo) }

  /// Ends the wait with a value; the same as ``resume(returning:)``.
  public func callAsFunction(_ value: Value) { resume(returning: value) }

  /// Ends the wait with a value.
  public func resume(returning value: Value) { outcome.end(.called(.success(value))) }

  /// Ends the wait with an error, which is thrown as it is.
  public func resume(throwing error: any Error) { outcome.end(.called(.failure(error))) }

  /// Ends the wait with whichever of the two it is.
  public func resume(with result: Result<Value, any Error>) { outcome.end(.called(result)) }
}

extension Callback where Value == Void {
  /// Ends the wait.
  public func callAsFunction() { resume(returning: ()) }
}

/// Why no callback has ended a wait.
@nonexhaustive
public enum CallbackFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// It had not been called after this long.
  case timedOut(Duration)
  /// The API has let go of it without calling it, so it never will be.
  case neverCalled

  /// What was expected and found.
  public var description: String {
    switch self {
    case .timedOut(let limit): "expected a callback within \(limit), found none"
    case .neverCalled: "expected a callback, found that it was let go without being called"
    }
  }
}

/// A call of a callback that did not count, for an observer.
@nonexhaustive
public enum DroppedCallback: Sendable, Hashable {
  /// It had been called before.
  case second
  /// The time was over.
  case afterTimeout
  /// The caller's task had been cancelled.
  case afterCancellation
  /// Starting had thrown.
  case afterFailedStart
}

/// How a wait for a callback ends: once.
final class CallbackOutcome<Value: Sendable>: Sendable {
  enum End: Sendable {
    case called(Result<Value, any Error>)
    case letGo, timedOut, cancelled, notStarted
  }

  private enum Kind { case open, called, letGo, timedOut, cancelled, notStarted }
  private let kind = Locked(Kind.open)
  private let first = OneShot<End>()
  private let observer: (@Sendable (DroppedCallback) -> Void)?

  init(observer: (@Sendable (DroppedCallback) -> Void)?) {
    self.observer = observer
  }

  /// Ends the wait, if nothing has.
  func end(_ end: End) {
    let new: Kind =
      switch end {
      case .called: .called
      case .letGo: .letGo
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .notStarted: .notStarted
      }
    let before = kind.withLock { kind in
      defer { if kind == .open { kind = new } }
      return kind
    }
    // Outside the lock: the observer is the caller's, and so is what the waiter goes on with.
    guard before != .open else { return first.fulfil(end) }
    guard new == .called, let observer else { return }
    switch before {
    case .open, .letGo: break
    case .called: observer(.second)
    case .timedOut: observer(.afterTimeout)
    case .cancelled: observer(.afterCancellation)
    case .notStarted: observer(.afterFailedStart)
    }
  }

  /// Waits for the end; asked once.
  func value() async -> End { await first.value() }
}
