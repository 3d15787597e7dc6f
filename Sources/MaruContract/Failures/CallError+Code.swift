extension CallError {
  /// What can go wrong with a call.
  ///
  /// Codes can be added in any release, so a `switch` needs a `default`. ``causes`` and ``remedy``
  /// are the table that the documentation is made of.
  @nonexhaustive
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The client's or the endpoint's settings can't work.
    case configuration
    /// The platform can't do what was asked.
    case unsupported
    /// The client has been shut down.
    case shutDown
    /// There is no credential.
    case notAuthenticated
    /// The server refused the credential, also after the one refresh.
    case credentialRefused
    /// It is not known who is signed in: the secret store, or the provider, can't tell now.
    case credentialUnavailable
    /// The account was signed out, or another one signed in, while the call was running.
    case signedOut
    /// The credential is good, but not for this.
    case forbidden
    /// The server did not accept what was sent.
    case invalidRequest
    /// There is no such thing.
    case notFound
    /// It clashes with what is there.
    case conflict
    /// It has changed since it was read.
    case preconditionFailed
    /// A body is larger than allowed.
    case bodyTooLarge
    /// The server no longer speaks to this version of the app.
    case upgradeRequired
    /// Too many requests.
    case rateLimited
    /// The server, or one before it, can't answer now.
    case unavailable
    /// The server failed.
    case serverFailed
    /// There was no connection.
    case unreachable
    /// The connection ended before the answer did.
    case connectionLost
    /// The certificate's issuer is not trusted.
    case tlsUntrusted
    /// The certificate has expired or is not valid yet.
    case tlsExpired
    /// The certificate is for another host.
    case tlsHostMismatch
    /// The server's key is none of the pinned ones.
    case tlsPinMismatch
    /// TLS could not be agreed.
    case tlsFailed
    /// A policy forbids the connection.
    case blockedByPolicy
    /// The time was over.
    case deadlineExceeded
    /// The answer is of another type than promised.
    case unexpectedContent
    /// The answer is in a character encoding that can't be read.
    case wrongCharset
    /// The answer has no body where a value was promised.
    case emptyBody
    /// The body is of the promised type, but not the promised value.
    case undecodable
    /// The answer is no HTTP.
    case malformedResponse
    /// The answer sends the call where it must not go.
    case redirectRefused
    /// A message's head is larger than allowed.
    case headersTooLarge
    /// A download's file can't be written.
    case storageFailed
  }
}

extension CallError.Code {
  /// The code that an answer's status means; nil for one that is no failure.
  package init?(status: Int) {
    switch status {
    case 401: self = .credentialRefused
    case 403: self = .forbidden
    case 404, 410: self = .notFound
    case 409: self = .conflict
    case 412, 428: self = .preconditionFailed
    case 413: self = .bodyTooLarge
    case 426: self = .upgradeRequired
    case 429: self = .rateLimited
    case 431: self = .headersTooLarge
    case 502, 503, 504: self = .unavailable
    // 400 and 422 by name; any other 4xx says as well that the request was at fault
    // (RFC 9110 §15.5: an unknown code is treated as the x00 of its class).
    case 400..<500: self = .invalidRequest
    case 500..<600: self = .serverFailed
    default: return nil
    }
  }

  /// The code that a transport's failure means.
  package init(_ kind: TransportFailure.Kind) {
    switch kind {
    case .unreachable: self = .unreachable
    case .connectionLost: self = .connectionLost
    case .tlsUntrusted: self = .tlsUntrusted
    case .tlsExpired: self = .tlsExpired
    case .tlsHostMismatch: self = .tlsHostMismatch
    case .tlsPinMismatch: self = .tlsPinMismatch
    case .tlsFailed: self = .tlsFailed
    case .blockedByPolicy: self = .blockedByPolicy
    case .timedOut: self = .deadlineExceeded
    case .malformedResponse: self = .malformedResponse
    case .headersTooLarge: self = .headersTooLarge
    case .bodyTooLarge: self = .bodyTooLarge
    case .requestBodyFailed: self = .configuration
    case .unsupported: self = .unsupported
    case .shutDown: self = .shutDown
    }
  }

  /// Whether the same call may succeed later.
  public var mayHelpToTryAgain: Bool {
    switch self {
    case .rateLimited, .unavailable, .serverFailed, .unreachable, .connectionLost,
      .deadlineExceeded, .credentialUnavailable:
      true
    default: false
    }
  }
}
