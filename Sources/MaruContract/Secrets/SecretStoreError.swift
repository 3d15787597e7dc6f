/// Why a store could not do what it was asked.
///
/// Only ``Code/notFound`` says that there is no secret. Every other code says that it is not known,
/// so an app must not sign anybody out for it. Two errors are equal if their codes are.
public struct SecretStoreError: Error, Sendable {
  /// What can go wrong with a store. Codes can be added in any release.
  @nonexhaustive
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no such secret: the one code that means absence.
    case notFound
    /// The device or the collection is locked; the same call works once it is unlocked.
    case locked
    /// The user, or a policy, said no.
    case denied
    /// The program is not signed for what it asked (-34018 on Apple's systems).
    case missingEntitlement
    /// There is no such service here, or it does not answer.
    case unavailable
    /// What is stored can't be read: it was changed or cut.
    case damaged
    /// What is stored was written under another key.
    case wrongKey
    /// The file or its folder can be read or written by others.
    case insecure
    /// The value is larger than ``SecretLimits/maximumBytes``.
    case tooLarge
    /// There is no room left.
    case full
    /// Anything else; ``SecretStoreError/systemCode`` tells more.
    case failed
  }

  /// What went wrong; stable.
  public let code: Code
  /// What was expected and found; never a secret, a name of one, or a path.
  public let reason: String
  /// The system's own number: an `OSStatus` or an `errno`.
  public let systemCode: Int?

  /// Makes an error; for stores.
  public init(_ code: Code, reason: String, systemCode: Int? = nil) {
    self.code = code
    self.reason = reason
    self.systemCode = systemCode
  }

  /// Whether the same call may work later without anybody changing the program or the store.
  public var mayHelpToTryAgain: Bool { code == .locked || code == .unavailable || code == .full }
}

extension SecretStoreError: Hashable {
  /// Whether the codes are the same.
  public static func == (one: SecretStoreError, other: SecretStoreError) -> Bool {
    one.code == other.code
  }
  /// Goes by the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension SecretStoreError: CustomStringConvertible {
  /// Code, system's number and reason.
  public var description: String {
    let number = systemCode.map { " (\($0))" } ?? ""
    return "\(code.rawValue)\(number): \(reason)"
  }
}
