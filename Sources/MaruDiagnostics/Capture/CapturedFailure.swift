/// Why no answer came, as a capture tells it.
struct CapturedFailure: Sendable, Hashable {
  /// What all systems' numbers and words come down to.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case cleartextBlocked, tlsHandshake, tlsUntrusted, tlsExpired, tlsHostMismatch
    case timeout, nameNotFound, refused, connectionLost, offline, cancelled, tooManyRedirects
    case blocked, other
  }

  let kind: Kind
  /// The system's name for it: a domain and a number, or a word. Never an address.
  let code: String

  init(kind: Kind, code: String) {
    (self.kind, self.code) = (kind, code)
  }

  init(domain: String, code: Int, underlying: Int?, message: String) {
    let name = domain.isEmpty ? "\(code)" : "\(domain) \(code)"
    if let underlying { self.code = "\(name) (\(underlying))" } else { self.code = name }
    if domain.lowercased().contains("curl") {
      kind = Self.curl(code)
    } else {
      kind = Self.apple(code, underlying) ?? Self.words(message)
    }
  }

  /// A word of a browser's, or a sentence.
  init(message: String) {
    kind = Self.words(message)
    // A sentence may hold a host; a word of a browser's can't.
    let words = message.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":"))
    }
    let word = words.first { $0.contains("_") && $0.count < 60 }
    code = word.map { String($0) } ?? kind.rawValue
  }

  /// Apple, Foundation's NSURLErrorDomain and Security's SecureTransport numbers.
  private static func apple(_ code: Int, _ underlying: Int?) -> Kind? {
    switch underlying {
    case -9807, -9808, -9813, -9812: return .tlsUntrusted
    case -9814, -9815: return .tlsExpired
    case -9843: return .tlsHostMismatch
    default: break
    }
    return switch code {
    case -1022: .cleartextBlocked
    case -1200: .tlsHandshake
    case -1201, -1204: .tlsExpired
    case -1202, -1203: .tlsUntrusted
    case -1205, -1206: .tlsHandshake
    case (-9816)...(-9800): .tlsHandshake
    case -1001: .timeout
    case -1003, -1006: .nameNotFound
    case -1004: .refused
    case -1005: .connectionLost
    case -1009, -1018, -1019, -1020: .offline
    case -999: .cancelled
    case -1007: .tooManyRedirects
    default: nil
    }
  }

  /// curl's exit codes (curl, libcurl-errors).
  static func curl(_ code: Int) -> Kind {
    switch code {
    case 5, 6: .nameNotFound
    case 7: .refused
    case 28: .timeout
    case 35: .tlsHandshake
    case 51: .tlsHostMismatch
    case 58, 60, 77, 83, 90, 91: .tlsUntrusted
    case 47: .tooManyRedirects
    case 18, 52, 55, 56, 92, 95: .connectionLost
    default: .other
    }
  }

  private static let table: [(String, Kind)] = [
    ("err_cleartext", .cleartextBlocked), ("transport security", .cleartextBlocked),
    ("err_cert_date", .tlsExpired), ("certificate has expired", .tlsExpired),
    ("err_cert_common_name", .tlsHostMismatch), ("hostname mismatch", .tlsHostMismatch),
    ("does not match target host", .tlsHostMismatch),
    ("no alternative certificate", .tlsHostMismatch),
    ("err_cert", .tlsUntrusted), ("sec_error", .tlsUntrusted), ("self-signed", .tlsUntrusted),
    ("self signed", .tlsUntrusted), ("certificate", .tlsUntrusted), ("unknown ca", .tlsUntrusted),
    ("err_ssl", .tlsHandshake), ("ssl_error", .tlsHandshake), ("ssl", .tlsHandshake),
    ("tls", .tlsHandshake), ("handshake", .tlsHandshake),
    ("timed_out", .timeout), ("timed out", .timeout), ("timeout", .timeout),
    ("name_not_resolved", .nameNotFound), ("unknown_host", .nameNotFound),
    ("resolve host", .nameNotFound), ("enotfound", .nameNotFound), ("getaddrinfo", .nameNotFound),
    ("refused", .refused), ("err_internet_disconnected", .offline), ("offline", .offline),
    ("err_aborted", .cancelled), ("binding_aborted", .cancelled), ("cancel", .cancelled),
    ("too_many_redirects", .tooManyRedirects), ("redirect_loop", .tooManyRedirects),
    ("blocked", .blocked), ("err_connection", .connectionLost),
    ("err_empty_response", .connectionLost),
    ("err_network_changed", .connectionLost), ("net_reset", .connectionLost),
    ("net_interrupt", .connectionLost), ("connection", .connectionLost), ("reset", .connectionLost),
  ]

  private static func words(_ message: String) -> Kind {
    let message = message.lowercased()
    return table.first { message.contains($0.0) }?.1 ?? .other
  }

  /// Whether the server may have seen the request, and even have done what it asked.
  var mayHaveArrived: Bool {
    switch kind {
    case .timeout, .connectionLost, .other: true
    default: false
    }
  }
}
