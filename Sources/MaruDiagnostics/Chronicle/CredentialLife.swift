internal import MaruHTTP

public import struct Foundation.Date

extension Chronicle {
  /// What became of one token or key: where it came from, where it was shown, how it ended.
  public struct CredentialLife: Sendable, Hashable {
    /// What reports call it: `AT1`, `RT2`, `KEY1`, `PW1`.
    public let nickname: String
    /// What it is.
    public let kind: Kind
    /// The exchange that handed it out; nil if that is not in the capture.
    public let born: String?
    /// The exchanges that showed it, in order.
    public let uses: [String]
    /// Those of them whose answers turned it down.
    public let rejections: [String]
    /// Where it was shown: scheme and host, redacted.
    public let origins: [String]
    /// When it ends by its own word; nil if it does not say, or only its issuer can read it.
    public let expires: Date?
    /// The nickname of what took its place; nil if nothing did.
    public let successor: String?
    /// The exchange that replaced it.
    public let replacedIn: String?

    /// What a credential is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A token that is shown to servers.
      case accessToken
      /// A token for which its issuer gives new ones.
      case refreshToken
      /// A key that does not end by itself.
      case key
      /// A name and a password.
      case password
    }
  }

  /// The life of a credential, by its nickname in any case of letters.
  public func credential(named name: String) -> CredentialLife? {
    credentials.first { $0.nickname.lowercased() == name.lowercased() }
  }
}

/// Follows each credential through a case.
struct CredentialReader {
  private struct Life {
    let nickname: String
    let kind: Chronicle.CredentialLife.Kind
    var born: Int?
    var uses: [Int] = []
    var successor: String?
    var replacedIn: Int?
    let expires: Date?
  }

  private let file: CaseFile
  private var lives: [String: Life] = [:]
  private var order: [String] = []
  private var counts: [Chronicle.CredentialLife.Kind: Int] = [:]
  /// By exchange: the nickname of the credential that it shows.
  private(set) var shown: [Int: String] = [:]
  /// By exchange: the nickname of the refresh token that it shows.
  private(set) var refreshed: [Int: String] = [:]
  /// By exchange: the nicknames of what it handed out first.
  private(set) var born: [Int: [String]] = [:]

  init(_ file: CaseFile) {
    self.file = file
    let attempts = Dictionary(file.refreshes.map { ($0.index, $0) }) { first, _ in first }
    for index in file.exchanges.indices {
      if let credential = file.facts[index].credential {
        shown[index] = use(credential.secret, Self.kind(credential), index)
      }
      if let token = attempts[index]?.token {
        refreshed[index] = use(token, .refreshToken, index)
      }
      guard file.facts[index].reply != nil || attempts[index]?.isRenewed == true else { continue }
      let tokens = Tokens(file.facts[index])
      let access = tokens.access.map { bear($0, .accessToken, index) }
      let refresh = (tokens.refresh ?? attempts[index]?.replacement)
        .map { bear($0, .refreshToken, index) }
      guard let attempt = attempts[index], attempt.isRenewed else { continue }
      succeed(attempt, access: access, refresh: refresh, at: index)
    }
  }

  private static func kind(_ credential: Credential) -> Chronicle.CredentialLife.Kind {
    switch credential.kind {
    case .bearer: .accessToken
    case .basic, .digest: .password
    case .apiKey, .other: .key
    }
  }

  private mutating func name(_ kind: Chronicle.CredentialLife.Kind) -> String {
    counts[kind, default: 0] += 1
    let prefix =
      switch kind {
      case .accessToken: "AT"
      case .refreshToken: "RT"
      case .key: "KEY"
      case .password: "PW"
      }
    return "\(prefix)\(counts[kind] ?? 1)"
  }

  private mutating func find(_ secret: String, _ kind: Chronicle.CredentialLife.Kind) -> String {
    if let life = lives[secret] { return life.nickname }
    let life = Life(
      nickname: name(kind), kind: kind, expires: JSONWebToken(secret)?.expires)
    lives[secret] = life
    order.append(secret)
    return life.nickname
  }

  private mutating func use(
    _ secret: String, _ kind: Chronicle.CredentialLife.Kind, _ index: Int
  ) -> String {
    let nickname = find(secret, kind)
    lives[secret]?.uses.append(index)
    return nickname
  }

  private mutating func bear(
    _ secret: String, _ kind: Chronicle.CredentialLife.Kind, _ index: Int
  ) -> String {
    let isNew = lives[secret] == nil
    let nickname = find(secret, kind)
    if isNew {
      lives[secret]?.born = index
      born[index, default: []].append(nickname)
    }
    return nickname
  }

  /// What was renewed is followed by what came.
  private mutating func succeed(
    _ attempt: RefreshAttempt, access: String?, refresh: String?, at index: Int
  ) {
    if let old = attempt.token, let refresh, lives[old]?.nickname != refresh,
      lives[old]?.successor == nil
    {
      lives[old]?.successor = refresh
      lives[old]?.replacedIn = index
    }
    // The access token that came with it, or that was shown last, is replaced, too.
    guard let access else { return }
    let last = order.last { secret in
      guard let life = lives[secret], life.kind == .accessToken, life.nickname != access else {
        return false
      }
      return life.successor == nil && (life.born ?? -1) < index
    }
    if let last {
      lives[last]?.successor = access
      lives[last]?.replacedIn = index
    }
  }

  func credentials(_ scrubber: inout Scrubber) -> [Chronicle.CredentialLife] {
    order.compactMap { lives[$0] }.map { life in
      var origins: [String] = []
      for index in life.uses {
        let address = Address(scrubber.address(file.exchanges[index].address.text))
        let origin = "\(address.scheme)://\(address.host)"
        if !origins.contains(origin) { origins.append(origin) }
      }
      return Chronicle.CredentialLife(
        nickname: life.nickname, kind: life.kind, born: life.born.map(file.label),
        uses: life.uses.map(file.label),
        rejections: life.uses.filter { file.isRejected($0) }.map(file.label), origins: origins,
        expires: life.expires, successor: life.successor,
        replacedIn: life.replacedIn.map(file.label))
    }
  }
}
