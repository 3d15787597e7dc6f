package import MaruHTTP

/// On whose behalf a call is made: tenant, user, request id and language, as one immutable value.
///
/// Passed with every call, so that there is no "current tenant" that another task could change. It
/// becomes a fixed set of header fields, and nothing else can be put into it:
///
/// | value | field |
/// | --- | --- |
/// | tenant | `X-Tenant-ID` |
/// | user | `X-User-ID` |
/// | request id | `X-Request-ID` |
/// | language | `Accept-Language` |
///
/// Tenant and user go to the configured origin only, and are masked in descriptions. They tell the
/// server what the app believes; a server takes them from a verified token.
public struct CallContext: Hashable, Sendable {
  /// Whose data the call is about.
  public let tenant: Sensitive<String>?
  /// Who makes the call.
  public let user: Sensitive<String>?
  /// The call's id; if nil, each call gets one of its own.
  public let requestID: RequestID?
  /// The language that answers should be in, a BCP 47 tag as `ko-KR`.
  public let language: String?

  private static let tenantRule = TextRule("tenant", lengths: 1...128, extra: partyCharacters)
  private static let userRule = TextRule("user", lengths: 1...128, extra: partyCharacters)
  private static let partyCharacters = ":@|+/="
  private static let languageRule = TextRule("language", lengths: 2...35, extra: "")

  /// A context that says nothing.
  public init() {
    tenant = nil
    user = nil
    requestID = nil
    language = nil
  }

  /// Makes a context of what the app knows.
  ///
  /// - Parameters:
  ///   - tenant: 1 to 128 letters, digits and any of `-._~:@|+/=`.
  ///   - user: the same.
  ///   - requestID: the call's id; without one each call gets its own.
  ///   - language: a BCP 47 tag of 2 to 35 letters, digits and hyphens.
  /// - Throws: ``InvalidIdentifier`` if one of them can't be sent.
  public init(
    tenant: String? = nil, user: String? = nil, requestID: RequestID? = nil,
    language: String? = nil
  ) throws(InvalidIdentifier) {
    if let tenant { try Self.tenantRule.check(tenant) }
    if let user { try Self.userRule.check(user) }
    if let language {
      try Self.languageRule.check(language)
      guard language.utf8.allSatisfy({ $0 != 0x2E && $0 != 0x5F && $0 != 0x7E }) else {
        throw InvalidIdentifier(
          name: "language", problem: "expected letters, digits and hyphens only")
      }
    }
    self.tenant = tenant.map(Sensitive.init)
    self.user = user.map(Sensitive.init)
    self.requestID = requestID
    self.language = language
  }

  /// Puts the context into a request's fields; `requestID` is this call's.
  package func write(to headers: inout HeaderFields, requestID: RequestID) {
    headers.append(unchecked: requestID.rawValue, for: .requestID)
    if let tenant { headers.append(unchecked: tenant.value, for: .tenantID) }
    if let user { headers.append(unchecked: user.value, for: .userID) }
    if let language { headers.append(unchecked: language, for: .acceptLanguage) }
  }
}

extension CallContext: CustomStringConvertible, CustomReflectable {
  /// The context with tenant and user masked to their first two characters and their length.
  public var description: String {
    let parts = [
      tenant.map { "tenant \(Self.masked($0.value))" },
      user.map { "user \(Self.masked($0.value))" },
      requestID.map { "request \($0)" },
      language.map { "language \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["context": description]) }

  private static func masked(_ text: String) -> String {
    // A short identifier would be given away by two characters.
    text.utf8.count < 8 ? "…(\(text.utf8.count))" : "\(text.prefix(2))…(\(text.utf8.count))"
  }
}
