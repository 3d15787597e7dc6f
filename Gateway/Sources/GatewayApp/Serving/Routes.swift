internal import GatewayHTTP

/// The table of what the gateway answers, from which the router and the document are made.
struct Routes {
  let health: HealthEndpoints
  let todos: TodoEndpoints
  let categories: CategoryEndpoints
  let token: TokenEndpoint
  let revocation: RevocationEndpoint
  let sessions: SessionEndpoints
  let events: EventEndpoint
  let idempotency: IdempotencyEndpoint
  /// Whether what is made up for development is served.
  let hasSamples: Bool
  /// Nil unless faults are allowed.
  let debug: DebugEndpoints?

  /// Every endpoint, in the order of the document.
  var endpoints: [Endpoint] {
    let served =
      health.endpoints + [HelloEndpoint.endpoint, token.endpoint, revocation.endpoint]
      + sessions.endpoints + todos.endpoints + categories.endpoints
      + [events.endpoint, idempotency.endpoint]
      + (hasSamples ? [DealsEndpoint.endpoint] : [])
      + (debug?.endpoints ?? [])
    return DocumentEndpoints.describing(served) + served
  }

  var router: Router<Endpoint> {
    Router(endpoints.map { .init($0.declaration.method, $0.declaration.pattern, $0) })
  }
}
