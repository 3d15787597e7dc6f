public import struct Foundation.Date

/// What a request with an idempotency key was answered.
public struct StoredAnswer: Hashable, Sendable {
  /// The digest of the request that the key belongs to.
  public let fingerprint: [UInt8]
  /// The status code.
  public let status: Int
  /// The `Location`, if it had one.
  public let location: String?
  /// The `ETag`, if it had one.
  public let eTag: String?
  /// The body.
  public let body: [UInt8]
  /// When the request was fulfilled.
  public let completedAt: Date

  /// Makes an answer to be stored.
  public init(
    fingerprint: [UInt8], status: Int, location: String?, eTag: String?,
    body: [UInt8], completedAt: Date
  ) {
    self.fingerprint = fingerprint
    self.status = status
    self.location = location
    self.eTag = eTag
    self.body = body
    self.completedAt = completedAt
  }
}
