/// A response's body while it arrives.
///
/// Bytes come as fast as they are asked for: a reader that does not ask holds the sender back,
/// where the platform can. One reader at a time.
public protocol TransportBody: AnyObject, Sendable {
  /// Adds the next bytes to `buffer`; false once the body is over.
  ///
  /// - Throws: ``TransportFailure`` if the rest did not come, `CancellationError` if the task was
  ///   cancelled.
  func next(into buffer: inout [UInt8]) async throws -> Bool

  /// How many bytes are still to come, if the response says so.
  var expectedLength: Int? { get }

  /// What has been measured of the attempt until now.
  var metrics: AttemptMetrics { get }
}

extension TransportBody {
  /// Reads to the end.
  ///
  /// - Parameter limit: how many bytes at most.
  /// - Throws: ``TransportFailure`` of the kind `bodyTooLarge` if there are more, without reading
  ///   them, and what ``next(into:)`` throws.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    if let expectedLength, expectedLength > limit { throw TransportFailure.bodyOver(limit) }
    var bytes: [UInt8] = []
    while try await next(into: &bytes) {
      if bytes.count > limit { throw TransportFailure.bodyOver(limit) }
    }
    return bytes
  }
}
