internal import MaruContract

/// Reads a request's body whole before the request is sent, as URLSession on Linux needs it.
///
/// There, a body that is read while it is sent blocks the one thread that serves all sessions of the
/// process, until the reader has more; and with the pool's threads waiting for that thread, the
/// reader never runs. So a body is held in memory, up to a bound.
struct SessionGathering {
  let reader: any RequestBodyReader
  /// How many bytes were announced.
  let length: Int?
  /// How many bytes are held at most.
  let bound: Int

  /// Reads to the end, or until the call is to end.
  ///
  /// - Throws: ``TransportFailure`` of the kind `requestBodyFailed` if it has another length than
  ///   announced or can't be read, of `unsupported` if it is larger than can be held; why the call
  ///   is to end.
  func run(for call: SessionCall) async throws -> [UInt8] {
    if let length, length > bound { throw tooLarge }
    return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try await read() }
      group.addTask {
        await call.wait(.gathering)
        return nil
      }
      defer {
        call.stopGathering()
        group.cancelAll()
      }
      if let bytes = try await group.next() ?? nil { return bytes }
      throw call.endOfGathering
    }
  }

  private func read() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      while try await reader.next(into: &bytes) {
        if let length, bytes.count > length { throw BodyLength.long }
        if bytes.count > bound { throw tooLarge }
      }
    } catch let failure as TransportFailure where failure == tooLarge {
      throw failure
    } catch {
      try Task.checkCancellation()
      throw SessionFeeder.failure((error as? BodyLength)?.rawValue ?? SessionFeeder.unreadable)
    }
    if let length, bytes.count < length { throw SessionFeeder.failure(BodyLength.short.rawValue) }
    return bytes
  }

  private var tooLarge: TransportFailure {
    TransportFailure(
      .unsupported, arrival: .impossible,
      reason: "URLSession on this platform sends no stream of more than \(bound) bytes")
  }
}
