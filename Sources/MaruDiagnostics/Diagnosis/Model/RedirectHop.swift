internal import Foundation

/// An answer that sent the client elsewhere, and the request that followed it.
struct RedirectHop: Sendable, Hashable {
  /// The exchange with the redirect, as an index of the case.
  let from: Int
  /// The exchange that followed.
  let to: Int
}

struct RedirectReader {
  /// Links each redirect with the first request after it, by the same client, to the place it named.
  static func hops(_ exchanges: [Exchange]) -> [RedirectHop] {
    var hops: [RedirectHop] = []
    var waiting: [String: [Int]] = [:]
    for (index, exchange) in exchanges.enumerated() {
      let key = normal(exchange.address)
      if var list = waiting.removeValue(forKey: key) {
        if let start = exchange.start {
          // What is too long ago for this one is so for all that come after it.
          list.removeAll { from in
            exchanges[from].end.map { start.timeIntervalSince($0) >= longestGap } ?? false
          }
        }
        let found = list.firstIndex { from in
          let one = exchanges[from]
          guard one.client == exchange.client || one.client == nil || exchange.client == nil
          else { return false }
          guard let end = one.end, let start = exchange.start else { return true }
          return start.timeIntervalSince(end) > -1.5
        }
        if let found { hops.append(RedirectHop(from: list.remove(at: found), to: index)) }
        if !list.isEmpty { waiting[key] = list }
      }
      if let location = exchange.answer?.location {
        waiting[normal(exchange.address.resolving(location)), default: []].append(index)
      }
    }
    return hops
  }

  /// Redirects are followed at once; ten seconds are for pages that a person or a slow phone opens.
  private static let longestGap = 10.0

  /// What is asked for: `https://host`, `HTTPS://HOST:443/#top` and `https://host/a/..` are one place
  /// (RFC 3986 §6.2).
  private static func normal(_ address: Address) -> String {
    let path = address.path.contains("/.") ? withoutDots(address.path) : address.path
    let place = address.origin + path
    return address.query.isEmpty ? place : "\(place)?\(address.query)"
  }

  /// RFC 3986 §5.2.4.
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let pieces = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for piece in pieces {
      if piece == ".." { _ = kept.popLast() } else if piece != "." { kept.append(piece) }
    }
    if let last = pieces.last, last == "." || last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }
}
