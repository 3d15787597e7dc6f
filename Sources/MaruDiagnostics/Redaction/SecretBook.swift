internal import Foundation

/// Gives each secret a stand-in: the same for the same, another for another.
///
/// It keeps no secret, only a number drawn from it with a key that nobody else has.
struct SecretBook: Sendable {
  private let key: UInt64
  private let limit: Int
  private var numbers: [UInt64: Int] = [:]
  private var next = 1

  /// - Parameters:
  ///   - key: makes the numbers useless to who guesses secrets; drawn by chance.
  ///   - limit: how many secrets are remembered. The oldest is forgotten first and would then get
  ///     another stand-in; no stand-in is ever given twice.
  init(key: UInt64, limit: Int = 100_000) {
    self.key = key
    self.limit = max(limit, 1)
  }

  private mutating func number(_ secret: String) -> Int {
    var mark = Mark()
    var word = key
    for _ in 0..<8 {
      mark.add(CollectionOfOne(UInt8(truncatingIfNeeded: word)))
      word >>= 8
    }
    mark.add(secret.utf8)
    // A second turn, so that a guess can't be continued byte by byte.
    let value = (mark.value ^ key) &* 0x9E37_79B9_7F4A_7C15
    if let number = numbers[value] { return number }
    defer { next += 1 }
    if numbers.count >= limit {
      // The older half goes at once, so that room is made once in a long while.
      let kept = numbers.values.sorted()[(numbers.count / 2)...].first ?? 0
      numbers = numbers.filter { $0.value >= kept }
    }
    numbers[value] = next
    return next
  }

  /// `S-12`, or as long as the secret if that is long: sizes are what some faults are about.
  mutating func standIn(for secret: String, prefix: String = "S") -> String {
    guard !secret.isEmpty else { return "" }
    let name = "\(prefix)-\(number(secret))"
    let missing = secret.utf8.count - name.utf8.count
    return secret.utf8.count >= 32 && missing > 0
      ? name + String(repeating: "~", count: missing) : name
  }

  /// Stands for who somebody is, so that two kinds of names stay two kinds.
  mutating func person(_ name: String) -> String {
    if name.utf8.count <= 12, name.utf8.allSatisfy(Digits.has) { return name }
    if name.contains("@") { return "mail-\(number(name))" }
    let isUUID =
      name.utf8.count == 36 && name.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
    return isUUID ? "uuid-\(number(name))" : standIn(for: name)
  }

  /// Of a token that tells of itself, the times stay and who it is for becomes a stand-in.
  mutating func token(_ text: String) -> String {
    guard let token = JSONWebToken(text) else { return standIn(for: text) }
    var pieces = ["jwt", "\(number(text))"]
    for (name, date) in [
      ("exp", token.expires), ("nbf", token.notBefore), ("iat", token.issued),
    ] {
      if let date { pieces.append("\(name).\(Int(date.timeIntervalSince1970))") }
    }
    if let subject = token.subject { pieces.append("sub.\(person(subject))") }
    let shown = pieces.joined(separator: "~")
    let missing = text.utf8.count - shown.utf8.count
    return missing > 0 ? shown + String(repeating: "~", count: missing) : shown
  }
}
