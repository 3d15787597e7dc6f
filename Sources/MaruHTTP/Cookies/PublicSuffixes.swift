/// Names below which strangers live: no cookie is set for `com`, `co.uk` or `github.io` as a whole,
/// and two names below one of them are two sites.
///
/// ``common`` is a small choice, good enough for an app that speaks to servers it knows. Whoever
/// speaks to servers that users name hands in the whole list of publicsuffix.org, which changes
/// weekly, with ``init(list:)``.
public struct PublicSuffixes: Sendable {
  private var names: Set<String> = []
  private var wildcards: Set<String> = []
  private var exceptions: Set<String> = []

  /// Takes rules as the list of publicsuffix.org writes them: `com`, `*.ck`, `!www.ck`.
  ///
  /// A rule with letters outside ASCII is turned into the form that addresses have; one that can't be
  /// is passed over. Every last label is a suffix, whether there is a rule for it or not.
  public init(rules: some Sequence<some StringProtocol>) {
    for rule in rules { add(String(rule)) }
  }

  /// Reads the file of publicsuffix.org: a rule on each line, up to the first space; `//` begins a
  /// comment.
  public init(list: String) {
    let lines = list.split(whereSeparator: \.isNewline)
    self.init(
      rules: lines.compactMap { line in
        let rule = line.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        return rule.isEmpty || rule.hasPrefix("//") ? nil : rule
      })
  }

  private mutating func add(_ rule: String) {
    let isException = rule.hasPrefix("!")
    let isWildcard = rule.hasPrefix("*.")
    let name = String(rule.dropFirst(isException ? 1 : isWildcard ? 2 : 0))
    guard let host = Self.address(name) else { return }
    if isException {
      exceptions.insert(host)
    } else if isWildcard {
      wildcards.insert(host)
    } else {
      names.insert(host)
    }
  }

  private static func address(_ name: String) -> String? {
    let folded = CookieText.string(CookieText.folded(name.utf8))
    guard !folded.utf8.allSatisfy({ $0 < 0x80 }) else { return folded }
    return (try? RequestURL("https://\(folded)/"))?.origin.host
  }

  /// Whether nobody owns the whole of a name.
  public func isPublicSuffix(_ host: String) -> Bool {
    guard !CookieHost.isAddress(host) else { return false }
    let name = Self.withoutLastDot(host)
    return suffix(of: name).count == name.count
  }

  /// The name that somebody owns, as `example.co.uk` of `www.example.co.uk`; nil for an address of
  /// digits and for a public suffix itself.
  public func registrableDomain(of host: String) -> String? {
    guard !CookieHost.isAddress(host) else { return nil }
    let name = Self.withoutLastDot(host)
    let suffix = suffix(of: name)
    guard suffix.count < name.count else { return nil }
    let owner = name.dropLast(suffix.count + 1)
    let label = owner.lastIndex(of: ".").map { owner[owner.index(after: $0)...] } ?? owner[...]
    return "\(label).\(suffix)"
  }

  /// publicsuffix.org, Algorithm: an exception comes first, then the longest rule, then the last
  /// label.
  private func suffix(of name: Substring) -> Substring {
    var rest = name
    while let dot = rest.firstIndex(of: ".") {
      let parent = rest[rest.index(after: dot)...]
      if exceptions.contains(String(rest)) { return parent }
      if names.contains(String(rest)) || wildcards.contains(String(parent)) { return rest }
      rest = parent
    }
    return rest
  }

  private static func withoutLastDot(_ host: String) -> Substring {
    host.hasSuffix(".") ? host.dropLast() : host[...]
  }
}

extension PublicSuffixes: CustomStringConvertible, CustomReflectable {
  /// How many rules there are.
  public var description: String {
    "public suffixes by \(names.count + wildcards.count + exceptions.count) rules"
  }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["suffixes": description]) }
}
