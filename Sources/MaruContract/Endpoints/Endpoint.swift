public import MaruHTTP

/// One thing that a server can be asked: a typed value that services are written with.
///
/// ```swift
/// extension Endpoint where Value == [Todo] {
///   static func todos(done: Bool) -> Self { .get("/v1/todos", query: ["done": done]) }
/// }
/// ```
///
/// The app never sees it: an SDK's author wraps it in a method that takes and returns the app's
/// types. `Content-Type` and `Accept` follow from ``body`` and ``response``.
public struct Endpoint<Value: Sendable>: Sendable {
  /// What is asked.
  public var method: RequestMethod
  /// Of what.
  public var path: EndpointPath
  /// With which parameters.
  public var query: EndpointQuery
  /// What is sent along.
  public var body: EndpointBody
  /// What is promised in return.
  public var response: ResponseFormat<Value>
  /// Whether the call carries a credential. Required by default: leaving one out is a decision.
  public var credential: CredentialNeed
  /// Whether the call may reach the server twice. As the method says by default.
  public var idempotency: Idempotency
  /// The time for everything; nil: the client's.
  public var deadline: Duration?
  /// The time for one attempt; nil: the client's.
  public var attemptLimit: Duration?
  /// How many bytes an answer may have; nil: the client's.
  public var maximumResponseBytes: Int?
  /// What must hold for the request to be done at all; nil: nothing.
  public var precondition: Precondition?
  /// Whether answers are kept for the next call.
  public var caching: Caching = .none
  /// Fields of the endpoint's own.
  public var headers: [EndpointHeader]
  /// Links of earlier answers that lead from the path to what is asked, each seen from the one
  /// before. They stay with the configured origin.
  package var links: [String] = []

  /// Makes an endpoint.
  public init(
    _ method: RequestMethod, _ path: EndpointPath, query: EndpointQuery = [:],
    body: EndpointBody = .none, response: ResponseFormat<Value>,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil, headers: [EndpointHeader] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.response = response
    self.credential = credential
    self.idempotency = idempotency
    self.deadline = deadline
    self.headers = headers
  }

  /// The same where a server's link leads, which can be relative to this.
  package func following(_ link: String) -> Endpoint {
    var endpoint = self
    // Only a path that is relative needs what came before: a chain must not grow with each page.
    if link.hasPrefix("/") || link.contains("://") { endpoint.links = [] }
    if link.hasPrefix("?"), endpoint.links.last?.hasPrefix("?") == true {
      endpoint.links.removeLast()
    }
    endpoint.links.append(link)
    return endpoint
  }

  /// What logs may show: the method and the path's template.
  public var name: String { "\(method) \(path.template)" }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// The endpoint's ``name``.
  public var description: String { name }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": name]) }
}
