internal import MaruHTTP

public import struct Foundation.Date

/// A capture told as a story: who spoke to whom, which credential was shown, and what became of it.
///
/// Credentials have nicknames, as `AT1` for the first access token. What is shown of addresses is what
/// a ``Redactor`` leaves: words of paths, names of public hosts. No secret is in it.
public struct Chronicle: Sendable {
  /// The exchanges in the order in which they were sent.
  public let steps: [Step]
  /// Tokens and keys, in the order in which they appeared.
  public let credentials: [CredentialLife]
  /// Cookies, in the order in which they appeared.
  public let cookies: [CookieLife]
  let file: CaseFile
  /// With the stand-ins that were given.
  let scrubber: Scrubber

  /// Tells a capture's story.
  ///
  /// - Parameters:
  ///   - capture: what was recorded.
  ///   - client: what sent all of it; nil: what the capture says of each exchange.
  public init(of capture: Capture, client: ClientKind? = nil) {
    let file = CaseFile(capture, client: client)
    // The numbers of stand-ins are all that is shown of it: no key is needed for a moment's book.
    var scrubber = Scrubber(book: SecretBook(key: 0))
    let lives = CredentialReader(file)
    let first = file.exchanges.lazy.compactMap(\.start).first
    self.file = file
    credentials = lives.credentials(&scrubber)
    cookies = CookieReader(file).lives(&scrubber)
    // A site is the client's own if it was ever shown or gave a credential.
    let own = Set(
      file.exchanges.indices.filter { file.hasCredentials($0) || file.isAuthStep($0) }
        .map { file.facts[$0].site }
    ).union([file.mainSite])
    steps = file.exchanges.indices.map { index in
      Step(index, file, lives, own, first: first, &scrubber)
    }
    self.scrubber = scrubber
  }

  /// The diagnosis of the same capture by all rules, without working the capture out once more.
  public func diagnosis() -> Diagnosis { Diagnosis(file, Rules.all) }

  /// The step that a report calls so: by its label, or by its number.
  public func step(named name: String) -> Step? {
    steps.first { $0.label == name }
      ?? steps.first { "\($0.number)" == name || "e\($0.number)" == name }
  }
}

extension Chronicle {
  /// One exchange.
  public struct Step: Sendable, Hashable {
    /// Its place in the file, from 1.
    public let number: Int
    /// What reports call it.
    public let label: String
    /// When it was sent; nil if the capture does not say.
    public let start: Date?
    /// Seconds since the first exchange; nil without times.
    public let offset: Double?
    /// How long it took, in seconds.
    public let seconds: Double
    /// What sent it, if it is known.
    public let client: ClientKind?
    /// Who sent it.
    public let sender: Party
    /// Who was asked.
    public let receiver: Party
    /// The method, or a stand-in for what is none.
    public let method: String
    /// Scheme and host.
    public let origin: String
    /// The path, with stand-ins for what may be secret.
    public let path: String
    /// The answer's status; nil without an answer.
    public let status: Int?
    /// Why there is no answer, in a word.
    public let failure: String?
    /// What it does for the session.
    public let act: Act
    /// Whether a cache on the client's side answered.
    public let isFromCache: Bool
    /// The nickname of the credential that was shown; nil without one.
    public let credential: String?
    /// How the credential was shown: the scheme, or the field; nil without one.
    public let scheme: String?
    /// The nickname of the refresh token that was shown; nil without one.
    public let refreshed: String?
    /// The nicknames of credentials that came with the answer for the first time.
    public let born: [String]
    /// Names of cookies that were sent.
    public let sentCookies: [String]
    /// Names of cookies that the answer sets or deletes.
    public let setCookies: [String]
    /// The label of the exchange that followed its redirect.
    public let redirectsTo: String?
    let index: Int

    /// Whether the answer turned the credential down, whatever its status.
    public let isRejected: Bool
  }

  /// Who speaks.
  public enum Party: String, Sendable, Hashable, CaseIterable {
    /// An app's own code.
    case app
    /// A browser, or a web view inside an app.
    case webView
    /// Who hands out credentials.
    case issuer
    /// Who wants credentials.
    case api
    /// A cache between the two, or a server of files.
    case cdn
    /// Another site.
    case other
  }

  /// What an exchange does for the session.
  public enum Act: String, Sendable, Hashable, CaseIterable {
    /// Somebody gets in.
    case login
    /// New tokens are asked for with old ones.
    case refresh
    /// Somebody leaves.
    case logout
    /// The way to a login: a page of the issuer's, or a step of its flow.
    case authorize
    /// A browser asks whether it may ask.
    case preflight
    /// Everything else.
    case call
  }
}

extension Chronicle.Step {
  fileprivate init(
    _ index: Int, _ file: CaseFile, _ lives: CredentialReader, _ own: Set<String>, first: Date?,
    _ scrubber: inout Scrubber
  ) {
    let exchange = file.exchanges[index]
    let facts = file.facts[index]
    let shown = Address(scrubber.address(exchange.address.text))
    self.index = index
    number = exchange.number
    label = exchange.label
    start = exchange.start
    offset = exchange.start.flatMap { start in first.map { start.timeIntervalSince($0) } }
    seconds = max(exchange.seconds, 0)
    client = exchange.client
    sender = exchange.isFromBrowser ? .webView : .app
    act = Self.act(index, file)
    receiver = Self.receiver(index, act, file, own)
    method = ShownMethod(exchange.method).description
    origin = Self.origin(shown)
    path = shown.path
    status = exchange.answer?.status
    failure = exchange.failure?.code
    isFromCache = exchange.isFromCache
    credential = lives.shown[index]
    scheme = facts.credential.map { credential in
      if credential.field != "authorization" { return credential.field }
      return credential.scheme.isEmpty ? "authorization" : scrubber.name(credential.scheme)
    }
    refreshed = lives.refreshed[index]
    born = lives.born[index] ?? []
    sentCookies = facts.cookies.map { scrubber.name($0.name) }
    setCookies = file.cookies.sets(in: index).map { scrubber.name($0.name) }
    redirectsTo = file.target(of: index).map { file.label($0) }
    isRejected = facts.credential != nil && file.isRejected(index)
  }

  private static func origin(_ address: Address) -> String {
    guard !address.scheme.isEmpty else { return "" }
    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
    let standard = address.isSecure ? 443 : 80
    let port = address.port == standard || address.port == 0 ? "" : ":\(address.port)"
    return "\(address.scheme)://\(host)\(port)"
  }

  private static func act(_ index: Int, _ file: CaseFile) -> Chronicle.Act {
    if file.facts[index].isPreflight { return .preflight }
    if file.isRefresh(index) { return .refresh }
    if file.isLogin(index) { return .login }
    if file.isLogout(index) { return .logout }
    let words: Set<String> = ["authorize", "oauth", "oauth2", "openid", "callback"]
    let address = file.exchanges[index].address
    let isStep = address.segments.contains { words.contains($0) }
    return isStep || file.isLoginPage(address) ? .authorize : .call
  }

  private static func receiver(
    _ index: Int, _ act: Chronicle.Act, _ file: CaseFile, _ own: Set<String>
  ) -> Chronicle.Party {
    switch act {
    case .login, .refresh, .logout, .authorize: return .issuer
    case .preflight, .call: break
    }
    let files: Set<String> = ["cdn", "static", "assets", "img", "images", "media", "fonts"]
    let label = file.exchanges[index].address.host.prefix { $0 != "." }
    if file.isSharedHit(index) || files.contains(String(label)) { return .cdn }
    return own.contains(file.facts[index].site) ? .api : .other
  }
}
