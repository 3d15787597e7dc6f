/// Whether a call carries a credential.
public enum CredentialNeed: Hashable, Sendable {
  /// It must: without one it fails before anything is sent.
  case required
  /// It does if there is one.
  case optional
  /// It never does.
  case none
}
