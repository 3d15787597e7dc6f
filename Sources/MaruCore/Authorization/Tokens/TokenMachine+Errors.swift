internal import MaruContract

// What waiting calls are told.
extension CallError {
  /// The store said something else than that there is nothing: nobody is signed out for it.
  static func store(_ error: SecretStoreError) -> CallError {
    CallError(
      .credentialUnavailable, at: .authorization,
      reason: "the secret store can't be used now: \(error.code.rawValue)", cause: error)
  }

  static func record(_ problem: TokenRecord.Problem) -> CallError {
    let reason =
      switch problem {
      case .newerVersion: "the stored session is of a later version of this app"
      case .unreadable: "the stored session can't be read"
      case .otherAccount: "the stored session is another account's"
      }
    return CallError(.credentialUnavailable, at: .authorization, reason: reason, cause: problem)
  }

  static let busyLease = CallError(
    .credentialUnavailable, at: .authorization,
    reason: "another process has been refreshing too long"
  )
  static let lateRefresh = CallError(
    .deadlineExceeded, at: .authorization, reason: "the refresh did not end within its limit")
  static let badToken = CallError(
    .configuration, at: .authorization,
    reason: "the server's access token has characters that can't be sent")
  static let signedOut = CallError(
    .signedOut, at: .authorization, reason: "the account was signed out while the call was running")
  static let asksItself = CallError(
    .configuration, at: .authorization,
    reason:
      "the refresh makes calls that need what it is to bring: use a client without credentials")

  /// The same error, for somebody who comes while nobody asks again.
  func after(_ duration: Duration) -> CallError {
    CallError(
      code, at: stage, reason: reason, status: status, retryAfter: duration,
      problem: problem, cause: cause?.value)
  }
}
