public import MaruHTTP

/// Finds what answers a request.
public struct Router<Endpoint: Sendable>: Sendable {
  /// One way in: a method, a pattern and what answers.
  public struct Route: Sendable {
    let method: RequestMethod
    let pattern: RoutePattern
    let endpoint: Endpoint

    /// Makes a route.
    public init(_ method: RequestMethod, _ pattern: RoutePattern, _ endpoint: Endpoint) {
      self.method = method
      self.pattern = pattern
      self.endpoint = endpoint
    }
  }

  /// What was found.
  public enum Match: Sendable {
    /// What answers, under which pattern, with the values at its named places.
    case found(Endpoint, pattern: RoutePattern, parameters: [String: String])
    /// The path is known, but not for this method.
    case methodNotAllowed(pattern: RoutePattern, allow: [RequestMethod])
    /// No route has this path.
    case notFound
    /// The path has a broken percent triplet or is no UTF-8.
    case malformed
  }

  private let routes: [Route]
  /// Those without named places, by their path: most requests need no more than this look.
  private let fixed: [String: [Route]]

  /// Makes a router; the first route that matches wins.
  public init(_ routes: [Route]) {
    self.routes = routes
    fixed = Dictionary(
      grouping: routes.filter { !$0.pattern.hasParameters }, by: \.pattern.description)
  }

  /// Finds what answers; a HEAD is answered by the GET (RFC 9110 §9.3.2).
  public func match(_ method: RequestMethod, _ target: RequestTarget) -> Match {
    let sought = method == .head ? .get : method
    if let route = fixed[String(target.path)]?.first(where: { $0.method == sought }) {
      return .found(route.endpoint, pattern: route.pattern, parameters: [:])
    }
    guard let segments = target.segments else { return .malformed }
    var allow: [RequestMethod] = []
    var known: RoutePattern?
    for route in routes {
      guard let parameters = route.pattern.parameters(in: segments) else { continue }
      if route.method == sought {
        return .found(route.endpoint, pattern: route.pattern, parameters: parameters)
      }
      known = route.pattern
      allow.append(route.method)
      if route.method == .get { allow.append(.head) }
    }
    return known.map { .methodNotAllowed(pattern: $0, allow: allow) } ?? .notFound
  }
}
