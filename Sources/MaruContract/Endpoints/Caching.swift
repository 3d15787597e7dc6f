public import MaruHTTP

/// Whether an endpoint's answers are kept for the next call.
///
/// Only answers to GET are kept, in memory, for the one who is signed in, and only as RFC 9111 lets
/// a private cache: `no-store` is obeyed, `Vary` is compared, a successful write to the same address
/// drops what is kept. Nothing that is kept outlives a change of who is signed in.
public enum Caching: Hashable, Sendable {
  /// Nothing is kept. The default: what a call reads is often the caller's alone.
  case none
  /// A kept answer is used once the server has said that it still holds (`ETag` or
  /// `Last-Modified`, 304).
  case revalidated
  /// A kept answer is used unasked while the server's own `max-age` or `Expires` lets it, and
  /// revalidated after that.
  case asServerSays
}

/// What must hold for a request to be done at all (RFC 9110 §13.1).
///
/// If it does not, the server answers 412 and nothing is done: the call fails with the code
/// `preconditionFailed`. So does a GET or HEAD for what must be absent: there the server's answer is
/// 304 (RFC 9110 §13.1.2).
public enum Precondition: Hashable, Sendable {
  /// The resource is still the version that was read (`If-Match`).
  case unchanged(since: EntityTag)
  /// There is such a resource (`If-Match: *`).
  case exists
  /// There is no such resource yet (`If-None-Match: *`).
  case isAbsent

  /// The field that says it.
  package var field: (name: HeaderName, value: String) {
    switch self {
    case .unchanged(let tag): ("If-Match", tag.description)
    case .exists: ("If-Match", "*")
    case .isAbsent: ("If-None-Match", "*")
    }
  }
}
