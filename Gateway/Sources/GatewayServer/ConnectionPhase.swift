/// What a connection is waiting for.
package enum ConnectionPhase: Hashable, Sendable, CaseIterable {
  /// A request's first byte.
  case idle
  /// The rest of a head.
  case head
  /// The rest of a body.
  case body
  /// The handler.
  case handling
  /// One of the two to end the answer, which goes on.
  case streaming
  /// The client, to take the answer.
  case answering
}
