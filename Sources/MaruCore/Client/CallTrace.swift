public import MaruHTTP

/// The trace that calls of the current task belong to.
///
/// A server that answers a traced request by calling another sets it, and Maru passes it on:
/// `CallTrace.$current.withValue(received) { try await service.list() }`. Child tasks inherit it.
public enum CallTrace {
  /// The trace; nil if there is none.
  @TaskLocal public static var current: TraceParent?
}
