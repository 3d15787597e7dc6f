import Foundation

/// RFC 6265bis told a second time, in the slowest words there are: a list, lists of labels, seconds.
/// What the engine does is compared with it.
struct NaiveJar {
  struct Entry {
    var name: String
    var value: String
    var domain: [String]
    var hostOnly: Bool
    var path: String
    var end: Double?
    var secure: Bool
    var httpOnly: Bool
    var site: String
    var created: Int
    var used: Int
  }
  struct Place {
    var scheme: String
    var host: String
    var path: String
    /// Whether the request stays within the site of whoever caused it.
    var isSameSite: Bool
  }

  var perDomain: Int
  var total: Int
  private var list: [Entry] = []
  private var step = 0

  init(perDomain: Int, total: Int) {
    self.perDomain = perDomain
    self.total = total
  }

  var counts: [Int] { Dictionary(grouping: list, by: \.domain).values.map(\.count) }
  var count: Int { list.count }

  mutating func receive(_ text: String, at place: Place, now: Double) {
    list.removeAll { ($0.end ?? .infinity) <= now }
    var parts = text.components(separatedBy: ";")
    let pair = parts.removeFirst().components(separatedBy: "=")
    var entry = Entry(
      name: trim(pair[0]), value: trim(pair.dropFirst().joined(separator: "=")),
      domain: labels(place.host), hostOnly: true, path: standardPath(place.path), end: nil,
      secure: false, httpOnly: false, site: "lax", created: 0, used: 0)
    var age: Int?
    var date: Double?
    var domain = ""
    var saysPath = false
    var saysNone = false
    for part in parts {
      let words = part.components(separatedBy: "=")
      let value = trim(words.dropFirst().joined(separator: "="))
      switch trim(words[0]).lowercased() {
      case "max-age": if let number = Int(value) { age = number }
      case "expires": if let number = Double(value.dropFirst(1)) { date = number }
      case "domain": domain = value.lowercased()
      case "path":
        saysPath = value.hasPrefix("/")
        entry.path = saysPath ? value : standardPath(place.path)
      case "secure": entry.secure = true
      case "httponly": entry.httpOnly = true
      case "samesite":
        let mode = value.lowercased()
        entry.site = ["strict", "none"].contains(mode) ? mode : "lax"
        saysNone = mode == "none"
      default: break
      }
    }
    let latest = now + 400 * 86_400
    if let age {
      entry.end = age <= 0 ? -.infinity : min(now + Double(age), latest)
    } else if let date {
      entry.end = min(date, latest)
    }
    if domain.hasPrefix(".") { domain.removeFirst() }
    if !domain.isEmpty {
      let wanted = labels(domain)
      if Self.suffixes.contains(wanted) || (wanted.count == 1) {
        guard wanted == labels(place.host) else { return }
      } else {
        guard ends(labels(place.host), with: wanted) else { return }
        if !Self.isNumbers(wanted) {
          entry.domain = wanted
          entry.hostOnly = false
        }
      }
    }
    let isSafe = safe(place)
    if entry.secure, !isSafe { return }
    if !isSafe, list.contains(where: { hides(entry, $0) }) { return }
    if entry.site != "none", !place.isSameSite { return }
    if saysNone, !entry.secure { return }
    let lower = entry.name.lowercased()
    if lower.hasPrefix("__host-"),
      !(entry.secure && entry.hostOnly && saysPath && entry.path == "/")
    {
      return
    }
    if lower.hasPrefix("__secure-"), !entry.secure { return }
    if lower.hasPrefix("__http-"), !(entry.secure && entry.httpOnly) { return }
    if lower.hasPrefix("__host-http-"), !entry.httpOnly { return }
    step += 1
    entry.created = step
    entry.used = step
    if let old = list.firstIndex(where: { isSame($0, entry) }) {
      entry.created = list[old].created
      list.remove(at: old)
    }
    guard (entry.end ?? .infinity) > now else { return }
    list.append(entry)
    makeRoom(in: entry.domain)
  }

  private mutating func makeRoom(in domain: [String]) {
    func here(_ isWanted: (Entry) -> Bool) -> Int? {
      list.indices.filter { list[$0].domain == domain && isWanted(list[$0]) }
        .min { (list[$0].used, list[$0].created) < (list[$1].used, list[$1].created) }
    }
    while list.filter({ $0.domain == domain }).count > perDomain {
      if let worst = here({ !$0.secure }) ?? here({ _ in true }) { list.remove(at: worst) }
    }
    while list.count > total {
      if let worst = list.indices.min(by: {
        (list[$0].used, list[$0].created) < (list[$1].used, list[$1].created)
      }) {
        list.remove(at: worst)
      }
    }
  }

  mutating func field(for place: Place, now: Double) -> String? {
    let found = list.indices.filter { may(list[$0], goTo: place, now: now) }
    guard !found.isEmpty else { return nil }
    step += 1
    for index in found { list[index].used = step }
    return found.map { list[$0] }.sorted {
      ($1.path.utf8.count, $0.created) < ($0.path.utf8.count, $1.created)
    }.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  func may(_ entry: Entry, goTo place: Place, now: Double) -> Bool {
    let host = labels(place.host)
    guard entry.hostOnly ? host == entry.domain : ends(host, with: entry.domain) else {
      return false
    }
    guard
      place.path == entry.path
        || place.path.hasPrefix(entry.path.hasSuffix("/") ? entry.path : entry.path + "/")
    else { return false }
    guard !entry.secure || safe(place) else { return false }
    guard place.isSameSite || entry.site == "none" else { return false }
    return (entry.end ?? .infinity) > now
  }

  private func safe(_ place: Place) -> Bool {
    place.scheme == "https" || ["localhost", "127.0.0.1"].contains(place.host)
  }

  private func hides(_ new: Entry, _ old: Entry) -> Bool {
    new.name == old.name && old.secure && !new.secure
      && (ends(new.domain, with: old.domain) || ends(old.domain, with: new.domain))
      && (new.path == old.path
        || new.path.hasPrefix(old.path.hasSuffix("/") ? old.path : old.path + "/"))
  }

  private func isSame(_ one: Entry, _ other: Entry) -> Bool {
    one.name == other.name && one.domain == other.domain && one.hostOnly == other.hostOnly
      && one.path == other.path
  }

  private func ends(_ host: [String], with domain: [String]) -> Bool {
    host == domain || (!Self.isNumbers(host) && Array(host.suffix(domain.count)) == domain)
  }

  private static func isNumbers(_ labels: [String]) -> Bool { Int(labels.last ?? "") != nil }

  private static let suffixes: [[String]] = [["co", "kr"], ["github", "io"]]

  private func labels(_ host: String) -> [String] { host.components(separatedBy: ".") }
  private func trim(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }

  private func standardPath(_ path: String) -> String {
    let parts = path.components(separatedBy: "/")
    return parts.count <= 2 ? "/" : parts.dropLast().joined(separator: "/")
  }
}
