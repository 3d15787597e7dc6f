package import MaruContract

/// How a transfer ended, in URLSession's words, and what it means in ours.
///
/// On Linux many endings share a code, and only libcurl's text tells them apart. It is looked at
/// and never shown: it holds hosts and addresses.
package struct SessionEnding: Hashable {
  /// The code of the `URLError`.
  package var code: Int
  /// What the platform says about it, for people.
  package var text: String
  /// CFNetwork's code of the layer below (Apple: SecureTransport's errSSL…); nil if it gives none.
  package var streamCode: Int?
  /// Whether the head of a response has come.
  package var headHasCome: Bool

  /// Makes an ending.
  package init(code: Int, text: String = "", streamCode: Int? = nil, headHasCome: Bool = false) {
    self.code = code
    self.text = text
    self.streamCode = streamCode
    self.headHasCome = headHasCome
  }

  /// Why there is no whole response.
  package var failure: TransportFailure {
    switch code {
    case -1001: possible(.timedOut, "the platform's own limit of time was reached")
    case -1003, -1006: impossible(.unreachable, "the host's name is unknown")
    case -1004: impossible(.unreachable, "the host refuses or does not answer")
    case -1009, -1018, -1019, -1020:
      impossible(.unreachable, "there is no network, or it may not be used")
    case -1022: impossible(.blockedByPolicy, "the platform's transport security forbids it")
    case -1002, -1017: possible(.malformedResponse, "what came is no HTTP response")
    case -1015, -1016: possible(.malformedResponse, "the body's content encoding can't be undone")
    case -1103: impossible(.unsupported, "URLSession sends no such request")
    case -1000: impossible(.unsupported, "URLSession can't read the address")
    case -1200: tlsFailure ?? impossible(.tlsFailed, "TLS could not be agreed")
    case -1201, -1204:
      impossible(.tlsExpired, "the certificate has expired or is not valid yet")
    case -1202: tlsFailure ?? impossible(.tlsUntrusted, "the certificate's issuer is not trusted")
    case -1203: impossible(.tlsUntrusted, "the certificate's issuer is not trusted")
    case -1205, -1206: impossible(.tlsFailed, "the server asks for a certificate")
    case -1005, -1011, -1: told ?? lossOfConnection
    default: lossOfConnection
    }
  }

  /// What SecureTransport's codes say (Security/SecureTransport.h).
  private var tlsFailure: TransportFailure? {
    switch streamCode {
    case -9843: impossible(.tlsHostMismatch, "the certificate is for another host")
    case -9814, -9815: impossible(.tlsExpired, "the certificate has expired or is not valid yet")
    case -9807, -9812, -9813:
      impossible(.tlsUntrusted, "the certificate's issuer is not trusted")
    default: nil
    }
  }

  private static let untrusted = [
    "self-signed certificate", "self signed certificate", "unable to get local issuer certificate",
    "unable to get issuer certificate", "unable to verify the first certificate",
  ]
  private static let tls = ["SSL", "OpenSSL", "TLS", "error:", "GnuTLS", "gnutls"]
  private static let malformed = [
    "Failed writing header", "chunked", "chunk hex-length", "Chunky", "HTTP/0.9",
    "Invalid Content-Length",
    "Unsupported HTTP", "Invalid status line", "Nul byte in header", "Header without colon",
    "Weird server reply",
  ]
  private static let unpacking = [
    "content unencoding", "content encoding", "invalid block type", "incorrect header check",
    "incorrect data check",
  ]

  /// What libcurl's text says of the codes that say nothing.
  private var told: TransportFailure? {
    func says(_ parts: [String]) -> Bool { parts.contains { text.contains($0) } }
    if says(["certificate has expired", "certificate is not yet valid"]) {
      return impossible(.tlsExpired, "the certificate has expired or is not valid yet")
    }
    if says(["no alternative certificate subject name", "does not match target host name"]) {
      return impossible(.tlsHostMismatch, "the certificate is for another host")
    }
    if says(Self.untrusted) {
      return impossible(.tlsUntrusted, "the certificate's issuer is not trusted")
    }
    if !headHasCome, Self.tls.contains(where: text.hasPrefix) {
      return impossible(.tlsFailed, "TLS could not be agreed")
    }
    if says(Self.unpacking) {
      return possible(.malformedResponse, "the body's content encoding can't be undone")
    }
    if says(Self.malformed) {
      return possible(.malformedResponse, "what came is no HTTP response")
    }
    if text.hasPrefix("Failed to connect to") {
      return impossible(.unreachable, "the host refuses or does not answer")
    }
    // libcurl holds at most 100 KiB of one line, and says "out of memory" for more.
    if says(["Too large response headers", "header too large"])
      || !headHasCome && text == "Out of memory"
    {
      return possible(.headersTooLarge, "the response's head is too large")
    }
    return nil
  }

  private var lossOfConnection: TransportFailure {
    possible(
      .connectionLost,
      headHasCome
        ? "the connection ended before the body did"
        : "the connection ended before an answer came")
  }

  private func possible(
    _ kind: TransportFailure.Kind, _ reason: String
  ) -> TransportFailure {
    TransportFailure(kind, arrival: .possible, reason: reason)
  }

  private func impossible(
    _ kind: TransportFailure.Kind, _ reason: String
  ) -> TransportFailure {
    TransportFailure(kind, arrival: .impossible, reason: reason)
  }
}
