internal import Foundation
internal import GatewayCrypto
internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP

/// Does each keyed write once, whatever the network does to its answer.
///
/// The answer is stored in the transaction of the change itself: either both are there or neither.
/// A request that is refused changes nothing, so its key stays free.
struct IdempotentWrites: Sendable {
  let store: any Store
  let claims: IdempotencyClaims
  let surroundings: Surroundings
  let hours: Int

  /// Does a write in a transaction, or repeats the answer that its key has got already.
  ///
  /// - Throws: ``Problem``: 409 while the same request is being worked on, 422 if the key belongs
  ///   to a request that was different; and what `work` throws.
  func perform(
    _ call: Call, _ work: @escaping @Sendable (any StoreTransaction) throws -> Response
  ) async throws -> Response {
    guard let key = try IdempotencyKey.of(call.request) else {
      await call.waitOutDelay()
      return try await store.writer.transact(work)
    }
    let user = call.user.userID
    let name = IdempotencyClaims.Name(user: user, key: key)
    let fingerprint = Self.fingerprint(of: call.request)
    switch claims.claim(name, fingerprint: fingerprint) {
    case .claimed: break
    case .inFlight: throw Problem.idempotencyKeyInFlight
    case .reused: throw Problem.idempotencyKeyReused
    }
    defer { claims.release(name) }
    await call.waitOutDelay()
    let now = surroundings.now()
    let expiry = now.addingTimeInterval(Double(hours) * 3600)
    return try await store.writer.transact { transaction in
      if let stored = try transaction.answer(toKey: key.rawValue, of: user, at: now) {
        guard stored.fingerprint == fingerprint else { throw Problem.idempotencyKeyReused }
        return Self.replay(stored)
      }
      let response = try work(transaction)
      try transaction.remember(
        StoredAnswer(
          fingerprint: fingerprint, status: response.status,
          location: response.fields[.location], eTag: response.fields[.eTag], body: response.body,
          completedAt: now),
        forKey: key.rawValue, of: user, until: expiry)
      return response
    }
  }

  /// Tells one request from another: method, target and body, each ended so that none can pass
  /// for part of the next.
  static func fingerprint(of request: Request) -> [UInt8] {
    let head = "\(request.method) \(request.target.rawValue)\n"
    return Hashing.sha256(Array(head.utf8) + Hashing.sha256(request.body))
  }

  private static func replay(_ stored: StoredAnswer) -> Response {
    var response =
      stored.body.isEmpty
      ? Response(status: stored.status)
      : Response(status: stored.status, type: .json, body: stored.body)
    if let location = stored.location { response.setKnown(location, for: .location) }
    // What the change had made, even if there are later versions.
    if let tag = stored.eTag {
      response.setKnown(tag, for: .eTag)
      response.setKnown("private, no-cache", for: .cacheControl)
    }
    response.setKnown("true", for: "Idempotency-Replayed")
    return response
  }
}
