internal import MaruContract

/// Reads a request's body in the caller's task and hands it to URLSession.
struct SessionFeeder {
  let reader: any RequestBodyReader
  let length: Int?
  let call: SessionCall
  let upload: SessionUpload

  /// Reads to the end, or until nobody wants the body any more.
  func run() async {
    do {
      try await feed()
    } catch let failure as BodyLength {
      fail(failure.rawValue)
    } catch {
      // A cancelled task's reader throws what it likes: the call ends by the cancellation.
      if !Task.isCancelled { fail(Self.unreadable) }
    }
  }

  /// Opens a stream.
  ///
  /// - Throws: ``TransportFailure`` if it can't be opened.
  static func open(
    _ open: @Sendable () throws -> any RequestBodyReader
  ) throws -> any RequestBodyReader {
    do {
      return try open()
    } catch {
      throw failure(unreadable)
    }
  }

  static let unreadable = "the request's body could not be read"

  static func failure(_ reason: String) -> TransportFailure {
    TransportFailure(.requestBodyFailed, arrival: .impossible, reason: reason)
  }

  private func feed() async throws {
    var count = 0
    var piece: [UInt8] = []
    var isOver = false
    while !isOver {
      isOver = try await !reader.next(into: &piece)
      // The last announced byte is held back until the reader has said that there are no more, so
      // that a body of the wrong length never arrives whole.
      if let length {
        if count + piece.count > length { throw BodyLength.long }
        if !isOver, count + piece.count == length { continue }
        if isOver, count + piece.count < length { throw BodyLength.short }
      }
      guard !piece.isEmpty else { continue }
      count += piece.count
      guard await hand(&piece) else { return }
    }
    upload.finish()
  }

  /// Hands bytes over, waiting for room; false if nobody wants them.
  private func hand(_ piece: inout [UInt8]) async -> Bool {
    while true {
      switch upload.offer(&piece) {
      case .taken: return true
      case .full: await upload.waitForRoom()
      case .closed: return false
      }
    }
  }

  private func fail(_ reason: String) {
    call.interrupt(
      because: TransportFailure(.requestBodyFailed, arrival: .possible, reason: reason))
  }
}

/// How a body's length differs from the one that was announced.
enum BodyLength: String, Error {
  case long = "the request's body has more bytes than were announced"
  case short = "the request's body has fewer bytes than were announced"
}
