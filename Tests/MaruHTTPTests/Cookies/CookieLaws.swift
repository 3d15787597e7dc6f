import Foundation
import MaruHTTP
import MaruTesting

/// Servers and requests drawn from a seed, told to the engine and to the naive jar alike.
struct CookieLaws {
  struct Broken: Error, CustomStringConvertible {
    var seed: UInt64
    var description: String
  }

  static let allHosts = [
    "example.com", "www.example.com", "a.www.example.com", "api.example.com", "notexample.com",
    "example.org", "shop.co.kr", "a.shop.co.kr", "bank.co.kr", "co.kr", "x.github.io",
    "y.github.io",
    "github.io", "localhost", "127.0.0.1", "27.0.0.1",
  ]
  private let paths = ["/", "/a", "/a/", "/a/b", "/ab", "/a/b/c", "/A", "/b"]
  private static let allNames = [
    "a", "b", "c", "sid", "__Host-s", "__host-s", "__SECURE-t", "__Http-u",
  ]
  private static let domains =
    allHosts + ["com", "kr", "ample.com", "0.0.1", "Example.COM", "1", ""]

  /// A few of each, so that they meet.
  private let hosts: [String]
  private let names: [String]

  private init(_ random: inout SplitMix64) {
    hosts = Array(Self.allHosts.shuffled(using: &random).prefix(5))
    names = Array(Self.allNames.shuffled(using: &random).prefix(3))
  }

  static func check(_ seed: UInt64, rules: CookieRules) throws {
    var random = SplitMix64(seed: seed)
    let laws = CookieLaws(&random)
    var rules = rules
    if Bool.random(using: &random) {
      rules.maximumPerDomain = Int.random(in: 1...4, using: &random)
      rules.maximumTotal = Int.random(in: 3...12, using: &random)
    }
    var jar = CookieJar(rules: rules)
    var naive = NaiveJar(perDomain: rules.maximumPerDomain, total: rules.maximumTotal)
    var now = 1_767_225_600.0
    for step in 0..<60 {
      now += Double(Int.random(in: 0...40, using: &random))
      let date = Date(timeIntervalSince1970: now)
      let (place, request) = try laws.draw(&random)
      if Int.random(in: 0..<10, using: &random) < 6 {
        let field = laws.set(step, now, &random)
        jar.receive(field.real, answering: request, at: date)
        naive.receive(field.naive, at: place, now: now)
      } else {
        let report = jar.report(for: request, at: date)
        let found = jar.field(for: request, at: date)
        let expected = naive.field(for: place, now: now)
        guard found == expected else {
          throw Broken(
            seed: seed,
            description: "step \(step): expected \(expected ?? "-"), found \(found ?? "-")")
        }
        let told = report.entries.filter(\.isSent).map {
          "\($0.cookie.name)=\($0.cookie.value.text)"
        }
        guard told == found?.components(separatedBy: "; ") ?? [] else {
          throw Broken(seed: seed, description: "step \(step): the report tells otherwise")
        }
      }
      let counts = Dictionary(grouping: jar.cookies, by: \.domain).values.map(\.count)
      guard jar.count == jar.cookies.count, jar.count <= rules.maximumTotal,
        counts.allSatisfy({ $0 <= rules.maximumPerDomain })
      else { throw Broken(seed: seed, description: "step \(step): a limit does not hold") }
    }
  }

  private func draw(
    _ random: inout SplitMix64
  ) throws -> (NaiveJar.Place, CookieRequest) {
    let host = pick(hosts, &random)
    let path = pick(paths, &random)
    let scheme = Int.random(in: 0..<3, using: &random) == 0 ? "http" : "https"
    let url = try RequestURL("\(scheme)://\(host)\(path)?q=/a/b")
    let party = pick([nil, nil, nil, "www.example.com", "bank.co.kr", "x.github.io"], &random)
    var isSameSite = true
    if let party { isSameSite = scheme == "https" && Self.sites[party] == Self.sites[host] }
    return (
      NaiveJar.Place(scheme: scheme, host: host, path: path, isSameSite: isSameSite),
      CookieRequest(to: url, firstParty: try party.map { try RequestURL("https://\($0)").origin })
    )
  }

  /// Which hosts are one site, written out.
  private static let sites: [String: Int] = [
    "example.com": 1, "www.example.com": 1, "a.www.example.com": 1, "api.example.com": 1,
    "notexample.com": 2, "example.org": 3, "shop.co.kr": 4, "a.shop.co.kr": 4, "bank.co.kr": 5,
    "co.kr": 6, "x.github.io": 7, "y.github.io": 8, "github.io": 9, "localhost": 10,
    "127.0.0.1": 11, "27.0.0.1": 12,
  ]

  /// A field, and the same with its date in seconds, which is all that the naive jar reads.
  private func set(
    _ step: Int, _ now: Double, _ random: inout SplitMix64
  ) -> (real: String, naive: String) {
    var real = "\(pick(names, &random))=v\(step)"
    var naive = real
    func add(_ text: String, _ other: String? = nil) {
      real += ";" + text
      naive += ";" + (other ?? text)
    }
    if random.happens(40) {
      add(" Domain=\(pick(["", "."], &random))\(pick(Self.domains, &random))")
    }
    if random.happens(50) { add(" path=\(pick(paths + ["x", ""], &random))") }
    if random.happens(45) { add(pick([" Secure", "SECURE", " secure =x"], &random)) }
    if random.happens(30) { add(" HttpOnly") }
    if random.happens(30) {
      add(" Max-Age=\(pick(["0", "-1", "20", "60", "999999999", "x", ""], &random))")
    }
    if random.happens(30) {
      let end = now + pick([-10, 0, 1, 30, 80, 1e9], &random)
      add(
        "Expires=\(HTTPDate.format(Date(timeIntervalSince1970: end)))",
        "Expires=@\(end.rounded(.down))")
    }
    if random.happens(30) { add(" SameSite=\(pick(["Strict", "lax", "NONE", "x", ""], &random))") }
    if random.happens(10) { add(" Domain=\(pick(Self.domains, &random))") }
    return (real, naive)
  }

  private func pick<Value>(_ values: [Value], _ random: inout SplitMix64) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
}

extension SplitMix64 {
  fileprivate mutating func happens(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }
}
