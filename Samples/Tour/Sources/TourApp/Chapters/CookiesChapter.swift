internal import Foundation
internal import Maru

/// A jar of cookies that tells why it does what it does; no server is asked.
struct CookiesChapter: Chapter {
  let name = "cookies"
  let promise = "A cookie jar says of each cookie why it goes or stays, and names what is odd."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = CookiesFacts()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var jar = CookieJar()
    let shop = CookieRequest(to: try RequestURL("https://shop.example.com/cart"))
    let lines = [
      "sid=planted-own; Path=/; Secure; HttpOnly", "sid=planted-shared; Domain=example.com; Path=/",
      "brief=planted-brief; Max-Age=10", "wide=1; Domain=com", "foreign=1; Domain=example.net",
    ]
    facts.outcomes = lines.map { Self.words(jar.receive($0, answering: shop, at: now)) }
    facts.oddities = jar.findings(at: now).map(\.description).sorted()
    let later = now.addingTimeInterval(11)
    facts.field = jar.field(for: shop, at: later)
    let plain = CookieRequest(to: try RequestURL("http://shop.example.com/"))
    let sister = CookieRequest(to: try RequestURL("https://www.example.com/"))
    facts.overHTTP = Self.reasons(jar.report(for: plain, at: later))
    facts.toSister = Self.reasons(jar.report(for: sister, at: later))
    // A server that forgets the domain deletes nothing.
    let missed = jar.receive("sid=; Path=/other; Max-Age=0", answering: shop, at: later)
    facts.missedDeletion = Self.words(missed)
    let shown = "\(jar) \(jar.report(for: shop, at: later)) \(jar.findings(at: later))"
    facts.valuesShown = shown.components(separatedBy: "planted").count - 1
    return facts.findings
  }

  private static func words(_ outcome: SetCookieOutcome) -> String {
    switch outcome {
    case .stored: "stored"
    case .replaced: "replaced"
    case .deleted: "deleted"
    case .deletedNothing(leavesNamesakes: true): "deleted nothing, namesakes are left"
    case .deletedNothing(leavesNamesakes: false): "deleted nothing"
    case .refused(let refusal): refusal.rawValue
    }
  }

  private static func reasons(_ report: CookieReport) -> [String] {
    report.entries.map { entry in
      "\(entry.cookie.name): \(entry.reasons.map(\.rawValue).joined(separator: ", "))"
    }
  }
}

/// What the chapter measures.
package struct CookiesFacts: Sendable {
  /// What became of each cookie that was set.
  package var outcomes: [String] = []
  /// What the jar finds odd.
  package var oddities: [String] = []
  /// What goes with the next request.
  package var field: String?
  /// Why each goes or stays, over plain http.
  package var overHTTP: [String] = []
  /// And to another host of the same domain.
  package var toSister: [String] = []
  /// What became of a deletion under another path.
  package var missedDeletion = ""
  /// How often a value stands in what the jar says of itself.
  package var valuesShown = -1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "three are stored; one for all of 'com' and one of another host are refused", outcomes,
        ["stored", "stored", "stored", "publicSuffix", "otherHost"]),
      .expect(
        "a name that one request carries twice is told",
        oddities.count { $0.contains("sid") && $0.contains("there 2 times for one request") }, 1),
      .expect("so are the two that were refused", oddities.count { $0.contains("refused") }, 2),
      .expect(
        "11 seconds later two go, the older first, and the brief one has ended", field,
        "sid=planted-own; sid=planted-shared"),
      .expect(
        "over plain http only the one without Secure goes",
        overHTTP.count { $0.contains("needsTLS") },
        1),
      .expect(
        "to another host of the domain, the host's own stays",
        [toSister.contains("sid: withinDomain"), toSister.contains { $0.contains("otherHost") }],
        [true, true]),
      .expect(
        "a deletion under another path is told from one that worked", missedDeletion,
        "deleted nothing, namesakes are left"),
      .expect("values in what the jar says of itself: 0", valuesShown, 0),
    ]
  }
}
