internal import GatewayHTTP

/// A declared route and what answers on it.
///
/// A class, since each request hands it on some times: a declaration has a dozen arrays to count.
final class Endpoint: Sendable {
  let declaration: Declaration
  /// Whether faults and the recorder leave it alone: what looks at them must not change them.
  let isDebug: Bool
  let respond: @Sendable (Call) async throws -> Response

  init(
    _ declaration: Declaration, isDebug: Bool = false,
    _ respond: @escaping @Sendable (Call) async throws -> Response
  ) {
    self.declaration = declaration
    self.isDebug = isDebug
    self.respond = respond
  }
}
