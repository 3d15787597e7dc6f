internal import MaruContract
internal import MaruHTTP

/// What all calls of a client share.
final class ClientCore: Sendable {
  let configuration: MaruClient.Configuration
  let transport: any Transport
  let credentials: (any CredentialProvider)?
  let surroundings: Surroundings
  let observers: [any CallObserver]
  let preparation: Preparation
  let budget: RetryBudget
  let registry = CallRegistry()
  let cache: ResponseCache

  init(
    configuration: MaruClient.Configuration, transport: any Transport,
    credentials: (any CredentialProvider)?, surroundings: Surroundings,
    observers: [any CallObserver]
  ) {
    self.configuration = configuration
    self.transport = transport
    self.credentials = credentials
    self.surroundings = surroundings
    self.observers = observers
    preparation = Preparation(configuration: configuration, surroundings: surroundings)
    cache = ResponseCache(capacity: configuration.limits.maximumKeptBytes)
    budget = RetryBudget(burst: configuration.retry.budgetBurst)
  }

  /// Ends running calls as soon as their account is signed out, and not only when they look.
  func hearEndings() {
    _ = credentials?.hearEndings { [weak self] in
      guard let self else { return false }
      registry.cutOff { self.credentials?.standing(of: $0) == .ended }
      return true
    }
  }

  /// A request as cookies see it: on behalf of the server that the client was made for.
  func cookieRequest(_ request: TransportRequest) -> CookieRequest {
    CookieRequest(
      to: request.url, method: request.method, firstParty: configuration.baseURL.origin)
  }

  func report(_ step: CallEvent.Step, of call: CallIdentity) {
    guard !observers.isEmpty else { return }
    let event = CallEvent(
      call: call.number, requestID: call.requestID, endpoint: call.name,
      time: surroundings.clock.now(), trace: call.trace, step: step)
    for observer in observers { observer.observe(event) }
  }
}
