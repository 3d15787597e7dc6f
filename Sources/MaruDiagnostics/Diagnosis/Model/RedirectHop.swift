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
      let key = exchange.address.text.prefix { $0 != "#" }.description
      if var list = waiting[key] {
        let found = list.firstIndex { from in
          let one = exchanges[from]
          guard one.client == exchange.client || one.client == nil || exchange.client == nil
          else { return false }
          guard let end = one.end, let start = exchange.start else { return true }
          let gap = start.timeIntervalSince(end)
          // Followed at once; ten seconds are for pages that a person or a slow phone opens.
          return gap > -1.5 && gap < 10
        }
        if let found {
          hops.append(RedirectHop(from: list[found], to: index))
          list.remove(at: found)
          waiting[key] = list
        }
      }
      if let location = exchange.answer?.location {
        let target = exchange.address.resolving(location)
        let key = target.text.prefix { $0 != "#" }.description
        waiting[normal(key), default: []].append(index)
      }
    }
    return hops
  }

  /// `https://host` and `https://host/` are one place (RFC 3986 §6.2.3).
  private static func normal(_ text: String) -> String {
    let address = Address(text)
    let isBare = address.path == "/" && address.query.isEmpty && !text.hasSuffix("/")
    return isBare ? text + "/" : text
  }
}
