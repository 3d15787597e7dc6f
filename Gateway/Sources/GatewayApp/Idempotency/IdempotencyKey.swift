internal import GatewayHTTP
internal import MaruHTTP

/// A client's name for one write, the same in all its attempts.
struct IdempotencyKey: Hashable, Sendable {
  let rawValue: String

  /// 1–128 visible ASCII characters; nil for anything else.
  init?(_ rawValue: String) {
    guard (1...128).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The key that a request carries; nil if it has none.
  ///
  /// - Throws: ``Problem``, 400, if it has several or one that is not valid.
  static func of(_ request: Request) throws(Problem) -> IdempotencyKey? {
    let values = request.fields.values(of: .idempotencyKey)
    guard let first = values.first else { return nil }
    guard values.count == 1, let key = IdempotencyKey(first) else {
      throw .malformed("Idempotency-Key must be 1–128 visible ASCII characters, once")
    }
    return key
  }
}
