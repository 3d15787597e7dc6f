internal import MaruDiagnostics

/// Two captures side by side, as far as it matters for authentication.
struct Comparison {
  struct Pair {
    /// Method and address.
    let call: String
    /// The entries' labels.
    let first: String
    let second: String
    let differences: [Text]
  }

  private(set) var pairs: [Pair] = []
  private(set) var onlyFirst: [String] = []
  private(set) var onlySecond: [String] = []

  var isSame: Bool {
    onlyFirst.isEmpty && onlySecond.isEmpty && pairs.allSatisfy(\.differences.isEmpty)
  }

  init(_ one: Chronicle, _ other: Chronicle) {
    var waiting = Dictionary(grouping: other.steps, by: Self.call)
    var taken: [(Chronicle.Step, Chronicle.Step)] = []
    for step in one.steps {
      let call = Self.call(step)
      guard let match = waiting[call]?.first else {
        onlyFirst.append("\(step.label) \(call)")
        continue
      }
      waiting[call]?.removeFirst()
      taken.append((step, match))
    }
    let left = Set(waiting.values.joined().map(\.label))
    onlySecond = other.steps.filter { left.contains($0.label) }
      .map { "\($0.label) \(Self.call($0))" }
    pairs = taken.map { first, second in
      Pair(
        call: Self.call(first), first: first.label, second: second.label,
        differences: Self.differences(first, one, second, other))
    }
  }

  /// Stand-ins of two captures have nothing in common: an id is an id.
  private static func call(_ step: Chronicle.Step) -> String {
    let pieces = step.path.split(separator: "/", omittingEmptySubsequences: false).map { piece in
      Fingerprint.isID(piece) ? "…" : String(piece)
    }
    return "\(step.method) \(step.origin)\(pieces.joined(separator: "/"))"
  }

  private static func differences(
    _ first: Chronicle.Step, _ one: Chronicle, _ second: Chronicle.Step, _ other: Chronicle
  ) -> [Text] {
    var found: [Text] = []
    func compare(_ what: Text, _ one: String?, _ other: String?) {
      guard one != other else { return }
      let (a, b) = (one ?? "—", other ?? "—")
      found.append(Text("\(what.english): A \(a), B \(b)", "\(what.korean): A \(a), B \(b)"))
    }
    compare(
      Text("answer", "응답"), first.status.map(String.init) ?? first.failure,
      second.status.map(String.init) ?? second.failure)
    compare(Text("credential", "자격 증명"), first.scheme, second.scheme)
    compare(
      Text("credential is turned down", "자격 증명 거부"), shown(first.isRejected),
      shown(second.isRejected))
    compare(Text("cookies sent", "보낸 쿠키"), list(first.sentCookies), list(second.sentCookies))
    compare(Text("cookies set", "설정한 쿠키"), list(first.setCookies), list(second.setCookies))
    compare(
      Text("redirect is followed", "리디렉션 따름"), shown(first.redirectsTo != nil),
      shown(second.redirectsTo != nil))
    let (fields, others) = (
      weighty(one.fields(of: first).request), weighty(other.fields(of: second).request)
    )
    for name in Set(fields.keys).union(others.keys).sorted() {
      compare(Text(name, name), fields[name], others[name])
    }
    return found
  }

  private static func shown(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }

  private static func list(_ names: [String]) -> String? {
    names.isEmpty ? nil : Set(names).sorted().joined(separator: ", ")
  }

  /// The fields that servers decide by, whether somebody is let in and as whom.
  private static func weighty(_ fields: [Chronicle.ShownField]) -> [String: String] {
    let asTheyAre: Set<String> = [
      "accept", "content-type", "origin", "x-requested-with", "sec-fetch-site", "sec-fetch-mode",
      "upgrade-insecure-requests", "cache-control", "pragma",
    ]
    // Their values differ each time; whether they are there is what counts.
    let byPresence: Set<String> = [
      "referer", "x-csrf-token", "x-xsrf-token", "dpop", "idempotency-key", "if-none-match",
      "proxy-authorization", "x-api-key",
    ]
    var found: [String: String] = [:]
    for field in fields {
      let name = field.name.lowercased()
      if asTheyAre.contains(name) { found[name] = field.value }
      if byPresence.contains(name) || name.contains("csrf") || name.contains("xsrf") {
        found[name] = "…"
      }
    }
    return found
  }
}
