internal import Foundation
internal import MaruContract

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif
#if canImport(Security)
  internal import CryptoKit
  internal import Security
#endif

/// Answers a server's challenges of trust.
struct SessionPinning: Sendable {
  /// What to say to a challenge.
  enum Answer {
    /// It asks who we are, not whom we trust.
    case noChallengeOfTrust
    /// The system looks at the certificate, as it does without us.
    case theSystemDecides
    /// The key is none that we know.
    case refused(TransportFailure)
  }

  let policy: PinPolicy?

  /// Whether this platform shows a server's keys.
  static var isPossible: Bool {
    #if canImport(Security)
      true
    #else
      false
    #endif
  }

  /// What follows for a server that has shown these keys.
  static func answer(_ policy: PinPolicy?, host: String, keys: [PublicKeyPin]) -> Answer {
    guard policy?.decide(host: host, keys: keys) == .refused else { return .theSystemDecides }
    return .refused(
      TransportFailure(
        .tlsPinMismatch, arrival: .impossible, reason: "the key is none of the pinned ones"))
  }

  #if canImport(Security)
    func answer(_ challenge: URLAuthenticationChallenge) -> Answer {
      let space = challenge.protectionSpace
      guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
        return .noChallengeOfTrust
      }
      guard policy != nil else { return .theSystemDecides }
      // The system's own verdict comes first, and builds the chain that is looked at.
      guard let trust = space.serverTrust, SecTrustEvaluateWithError(trust, nil) else {
        return .theSystemDecides
      }
      let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
      return Self.answer(policy, host: space.host, keys: chain.compactMap(Self.pin))
    }

    private static func pin(_ certificate: SecCertificate) -> PublicKeyPin? {
      guard let key = SecCertificateCopyKey(certificate),
        let attributes = SecKeyCopyAttributes(key) as? [String: Any],
        let type = attributes[kSecAttrKeyType as String] as? String,
        let bits = attributes[kSecAttrKeySizeInBits as String] as? Int,
        let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
      else { return nil }
      let kind: PublicKeyInfo.Kind =
        type == kSecAttrKeyTypeRSA as String ? .rsa : .curve(bits)
      guard let info = PublicKeyInfo.der(kind, key: Array(bytes)) else { return nil }
      return try? PublicKeyPin(sha256: Array(SHA256.hash(data: info)))
    }
  #else
    /// Linux: challenges of trust do not exist, libcurl decides.
    func answer(_ challenge: URLAuthenticationChallenge) -> Answer { .noChallengeOfTrust }
  #endif
}
