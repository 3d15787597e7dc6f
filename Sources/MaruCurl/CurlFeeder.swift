#if os(Linux)
  internal import MaruContract

  /// Reads a request's body in the caller's task and hands it to the loop.
  struct CurlFeeder {
    let call: CurlCall
    let upload: CurlUpload
    let loop: CurlLoop
    let open: @Sendable () throws -> any RequestBodyReader

    /// Reads to the end, or until nobody wants the body any more.
    func run() async {
      do {
        try await feed()
      } catch let failure as Failure {
        fail(failure.rawValue)
      } catch {
        // A cancelled task's reader throws what it likes: the call ends by the cancellation.
        if !Task.isCancelled { fail("the request's body could not be read") }
      }
    }

    /// Reads a body that was announced to be empty, before anything is sent.
    ///
    /// It has no last byte to hold back, so it could arrive whole before it is found out.
    ///
    /// - Throws: ``TransportFailure`` if it is not empty or can't be read.
    static func checkEmpty(_ open: @Sendable () throws -> any RequestBodyReader) async throws {
      var piece: [UInt8] = []
      do {
        let reader = try open()
        while try await reader.next(into: &piece), piece.isEmpty {}
      } catch {
        try Task.checkCancellation()
        throw TransportFailure(
          .requestBodyFailed, arrival: .impossible, reason: "the request's body could not be read")
      }
      if !piece.isEmpty {
        throw TransportFailure(
          .requestBodyFailed, arrival: .impossible, reason: Failure.long.rawValue)
      }
    }

    private enum Failure: String, Error {
      case long = "the request's body has more bytes than were announced"
      case short = "the request's body has fewer bytes than were announced"
    }

    private func feed() async throws {
      let reader = try open()
      var count = 0
      var piece: [UInt8] = []
      var isOver = false
      while !isOver {
        isOver = try await !reader.next(into: &piece)
        // The last announced byte is held back until the reader has said that there are no more, so
        // that a body of the wrong length never arrives whole.
        if let length = upload.length {
          if count + piece.count > length { throw Failure.long }
          if !isOver, count + piece.count == length { continue }
          if isOver, count + piece.count < length { throw Failure.short }
        }
        guard !piece.isEmpty else { continue }
        count += piece.count
        guard await hand(&piece) else { return }
      }
      if upload.finish() { loop.post(.resumeUpload(call)) }
    }

    /// Hands bytes over, waiting for room; false if nobody wants them.
    private func hand(_ piece: inout [UInt8]) async -> Bool {
      while true {
        switch upload.offer(&piece) {
        case .taken(let tellLoop):
          if tellLoop { loop.post(.resumeUpload(call)) }
          return true
        case .full: await upload.waitForRoom()
        case .closed: return false
        }
      }
    }

    private func fail(_ reason: String) {
      // Whether anything was sent is the loop's to say.
      let failure = TransportFailure(.requestBodyFailed, arrival: .possible, reason: reason)
      loop.interrupt(call, because: failure)
    }
  }
#endif
