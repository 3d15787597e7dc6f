import Foundation
import MaruHTTP
import MaruTesting
import Testing

/// Mistakes that a jar can have, put in place of its steps: each must be found.
enum PlantedCookieBug: CaseIterable, Sendable {
  case takesAnEndingForADomain, sendsAHostsOwnBelow, takesAStartForAPath, sendsSecureInTheClear
  case setsForAPublicSuffix, sendsWhatHasEnded, letsTheClearLieOverSecure, evictsTheLastUsed
  case evictsSecureFirst, movesWhatIsChanged, takesAddressesForDomains, takesTheClearForSecure
  case sendsStrictAcrossSites

  var rules: CookieRules {
    var rules = CookieRules()
    switch self {
    case .takesAnEndingForADomain: rules.checks.covers = { $1.hasSuffix($0) }
    case .sendsAHostsOwnBelow: rules.checks.reaches = { $2($0.domain, $1) }
    case .takesAStartForAPath: rules.checks.pathCovers = { $1.hasPrefix($0) }
    case .sendsSecureInTheClear, .takesTheClearForSecure:
      let counts = self == .sendsSecureInTheClear
      rules.checks.isSecure = { $0.scheme == .https || (counts ? true : !$1) || $0.host.count == 9 }
    case .setsForAPublicSuffix: rules.checks.isPublicSuffix = { name, _ in !name.contains(".") }
    case .sendsWhatHasEnded:
      rules.checks.isExpired = { $0.expires == .distantPast && $1 > .distantPast }
    case .letsTheClearLieOverSecure: rules.checks.mayReplace = { _, _, _ in true }
    case .evictsTheLastUsed:
      rules.checks.goesBefore = {
        $0.cookie.isSecure == $1.cookie.isSecure ? $0.used > $1.used : !$0.cookie.isSecure
      }
    case .evictsSecureFirst: rules.checks.goesBefore = { $0.used < $1.used }
    case .movesWhatIsChanged: rules.checks.keepsCreation = false
    case .takesAddressesForDomains: rules.checks.covers = { $1 == $0 || $1.hasSuffix("." + $0) }
    case .sendsStrictAcrossSites: rules.publicSuffixes = PublicSuffixes(rules: ["github.io"])
    }
    return rules
  }
}

@Suite struct `A jar by seeds` {
  private static let count =
    ProcessInfo.processInfo.environment["MARU_SEEDS"].flatMap { UInt64($0) } ?? 300

  @Test func `does what the naive one does, keeps its limits and reports the same`() throws {
    for seed in 0..<Self.count { try CookieLaws.check(seed, rules: CookieRules()) }
  }

  @Test(arguments: PlantedCookieBug.allCases)
  func `with a planted mistake is found`(bug: PlantedCookieBug) {
    let found = (0..<2_000 as Range<UInt64>).first { seed in
      do {
        try CookieLaws.check(seed, rules: bug.rules)
        return false
      } catch {
        return true
      }
    }
    #expect(found != nil)
  }

  @Test func `takes any text without a crash and sends nothing that breaks a field`() throws {
    var random = SplitMix64(seed: 11)
    let origins = ["https://a.example.com/x", "http://127.0.0.1/", "https://[::1]/"]
    let requests = try origins.map { CookieRequest(to: try RequestURL($0)) }
    let pieces = [
      "Domain=", "Path=", "Max-Age=", "Expires=", "SameSite=", ";", "=", "Secure", "__Host-", ".",
    ]
    for number in 0..<150 {
      var jar = CookieJar()
      for _ in 0..<4 {
        var text = random.hostileText(upTo: 12)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          text += pieces[Int.random(in: pieces.indices, using: &random)]
          text += random.hostileText(upTo: 8)
        }
        let now = Date(timeIntervalSince1970: Double(Int64(bitPattern: random.next()) >> 20))
        for request in requests {
          jar.receive(text, answering: request, at: now)
          _ = jar.report(for: request, at: now)
          guard let field = jar.field(for: request, at: now) else { continue }
          var fields = HeaderFields()
          try fields.append(field, for: .cookie)
          let sent = jar.cookies(for: request, at: now)
          let pairs = field.utf8.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
          #expect(pairs.count == sent.count, "in round \(number)")
        }
        _ = jar.findings(at: now)
        _ = CookieJar(restoring: jar.cookies, at: now)
      }
    }
  }
}
