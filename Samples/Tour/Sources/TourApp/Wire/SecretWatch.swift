internal import Foundation
internal import Maru
internal import MaruSystem

/// Remembers every secret that the tour's clients send, so that the tour can look for them where they
/// must not be.
package final class SecretWatch: Sendable {
  private let secrets = Locked<Set<String>>([])

  /// Has seen nothing yet.
  package init() {}

  /// How many secrets were sent.
  package var count: Int { secrets.withLock { $0.count } }

  /// Takes note of what a request carries: its credential, and what a form says.
  package func note(authorization: String?, form: String?) {
    var found: [String] = []
    if let authorization, let space = authorization.firstIndex(of: " ") {
      found.append(String(authorization[authorization.index(after: space)...]))
    }
    for pair in (form ?? "").split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, ["password", "refresh_token", "token"].contains(halves[0]) else {
        continue
      }
      found.append(String(halves[1]))
      if let plain = String(halves[1]).removingPercentEncoding { found.append(plain) }
    }
    // The chapters' stand-in for a token is a word of theirs, and a wrong password none at all.
    let kept = found.filter { $0.utf8.count >= 9 }
    guard !kept.isEmpty else { return }
    secrets.withLock { $0.formUnion(kept) }
  }

  func note(_ request: TransportRequest, _ body: RequestBody) {
    var form: String?
    if case .bytes(let bytes) = body.content, body.mediaType?.matches(.form) == true {
      form = String(decoding: bytes, as: UTF8.self)
    }
    note(authorization: request.headers[.authorization], form: form)
  }

  /// How many of the secrets stand in a text.
  package func count(in text: String) -> Int {
    secrets.withLock { $0.count { text.contains($0) } }
  }
}
