internal import MaruHTTP

extension CaseFile {
  /// Cookies that a client refuses for a reason, in groups of one host and name, by the first.
  func refused(_ isWanted: (CookieRefusal) -> Bool) -> [(name: String, sets: [CookieSet])] {
    cookieGroups { $0.refusal.map(isWanted) ?? false }
  }

  /// Cookies for which something holds, in groups of one host and name.
  func cookieGroups(_ isWanted: (CookieSet) -> Bool) -> [(name: String, sets: [CookieSet])] {
    let found = cookies.sets.filter(isWanted)
    return Dictionary(grouping: found) { "\($0.host) \($0.name)" }.values
      .sorted { $0[0].exchange < $1[0].exchange }
      .map { (Words.isPlainName($0[0].name) ? $0[0].name : "‹name›", $0) }
  }

  /// Whether it belongs to the site whose traffic this is.
  func isFirstParty(_ index: Int) -> Bool { facts[index].site == mainSite }
}
