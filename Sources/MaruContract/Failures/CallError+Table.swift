extension CallError.Code {
  /// When the code is thrown: the statuses or events behind it.
  public var causes: String {
    switch self {
    case .configuration: "before anything is sent: the settings, the path or the body can't be used"
    case .unsupported: "before anything is sent: the platform lacks a library or a feature"
    case .shutDown: "before anything is sent, or while it runs and the client is cancelled"
    case .notAuthenticated: "no credential; 401 to a call that carried none"
    case .credentialRefused: "401 after the one refresh, or the provider was refused"
    case .credentialUnavailable:
      "the secret store is locked or does not answer, or the provider failed"
    case .signedOut:
      "the account was signed out, or another one signed in, while the call was running"
    case .forbidden: "403"
    case .invalidRequest: "400, 422, any other 4xx"
    case .notFound: "404, 410"
    case .conflict: "409"
    case .preconditionFailed: "412, 428; 304 to what must be absent"
    case .bodyTooLarge: "413, or the answer is over the limit"
    case .upgradeRequired: "426"
    case .rateLimited: "429"
    case .unavailable: "502, 503, 504"
    case .serverFailed: "any other 5xx"
    case .unreachable: "no HTTP response: name, route or refused connection"
    case .connectionLost: "no whole HTTP response: the connection ended"
    case .tlsUntrusted: "no HTTP response: unknown issuer or self-signed"
    case .tlsExpired: "no HTTP response: certificate expired or not yet valid"
    case .tlsHostMismatch: "no HTTP response: certificate for another host"
    case .tlsPinMismatch: "no HTTP response: key not pinned"
    case .tlsFailed: "no HTTP response: another TLS failure"
    case .blockedByPolicy: "no HTTP response: a policy of the platform or of Maru"
    case .deadlineExceeded: "the limit of an attempt or of the call"
    case .unexpectedContent: "an answer of another content type, as HTML for JSON"
    case .wrongCharset:
      "an answer in a charset that the format does not have, or not in the one that it names"
    case .emptyBody: "an answer without a body where a value was promised"
    case .undecodable: "a body of the promised type that is not the promised value"
    case .malformedResponse: "an answer that is no HTTP, or a status without meaning here"
    case .redirectRefused:
      "a redirect to http, to no address, too often, or with a body that can't be repeated"
    case .headersTooLarge: "431, or the answer's head is over the limit"
    case .storageFailed:
      "a download: the disk is full, the folder can't be written to, or the file is to be kept"
    }
  }

  /// What an app can do about it.
  public var remedy: String {
    switch self {
    case .configuration, .unsupported: "fix the app"
    case .shutDown: "make a new client"
    case .notAuthenticated, .credentialRefused: "ask the user to sign in"
    case .credentialUnavailable: "try again later; do not sign out"
    case .signedOut: "nothing: who made the call is gone"
    case .forbidden: "tell the user; do not sign out"
    case .invalidRequest: "show the field errors"
    case .notFound: "show that it is gone"
    case .conflict, .preconditionFailed: "read again and let the user decide"
    case .bodyTooLarge, .headersTooLarge: "send or ask for less"
    case .upgradeRequired: "ask the user to update the app"
    case .rateLimited, .unavailable: "wait `retryAfter`, then try again"
    case .serverFailed, .unreachable, .connectionLost, .deadlineExceeded:
      "try again; for a write read `outcome` first"
    case .tlsUntrusted, .tlsHostMismatch, .tlsPinMismatch, .tlsFailed, .blockedByPolicy:
      "do not try again; the network may be hostile"
    case .tlsExpired: "check the device's date, then tell the server's owner"
    case .unexpectedContent: "look for a login page of the network, then tell the server's owner"
    case .wrongCharset, .emptyBody, .undecodable, .malformedResponse, .redirectRefused:
      "tell the server's owner, with the request id"
    case .storageFailed: "make room, or choose another place; what was there is still there"
    }
  }

  /// The table of all codes as a Markdown table: what the documentation shows.
  public static var markdownTable: String {
    let rows = allCases.map { "| `\($0.rawValue)` | \($0.causes) | \($0.remedy) |" }
    return (["| code | when | what to do |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }
}
