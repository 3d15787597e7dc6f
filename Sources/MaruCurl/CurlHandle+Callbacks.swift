#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract

  extension CurlHandle {
    /// The handle that libcurl was given as the context of its callbacks and its messages.
    static func of(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
      // !: it is set before any transfer, and the engine holds the handle longer than libcurl does.
      Unmanaged<CurlHandle>.fromOpaque(context!).takeUnretainedValue()
    }

    /// A line of the head has come.
    static let headerFunction: MaruCurlDataFunction = { bytes, size, count, context in
      CurlHandle.of(context).readLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    /// Bytes of the body have come.
    static let writeFunction: MaruCurlDataFunction = { bytes, size, count, context in
      CurlHandle.of(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    /// Bytes of the request's body can be sent.
    static let readFunction: MaruCurlDataFunction = { bytes, size, count, context in
      CurlHandle.of(context).send(
        into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    }

    /// How many bytes were taken; fewer than came ends the transfer.
    private func readLine(_ line: UnsafeRawBufferPointer) -> Int {
      do throws(CurlHead.Problem) {
        let wasWhole = head.response != nil
        try head.read(line)
        if !wasWhole, head.response != nil {
          if head.isVersion1 { maru_curl_gate_speaks_http1(gate) }
          noteTime()
          touch()
        }
        return line.count
      } catch {
        switch error {
        case .tooLarge:
          fail(.headersTooLarge, "the response's head is larger than the limit")
        case .malformed(let reason):
          fail(.malformedResponse, reason)
        }
        return 0
      }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard head.response != nil, let call else { return 0 }
      touch()
      if !pending.isEmpty, pending.count + bytes.count > Self.highWater {
        receivingIsPaused = true
        return CurlValue.writePause
      }
      bytesReceived += bytes.count
      if head.framing.isEncoded, bytesReceived > 1 << 20 {
        let wire = Int(maru_curl_info_offset(easy, CurlInfo.bytesReceived))
        if bytesReceived / max(1, call.limits.maximumExpansion) > wire {
          fail(.bodyTooLarge, "the body grows more than it may when it is decompressed")
          return 0
        }
      }
      if pending.isEmpty, !head.framing.isEncoded, let length = head.framing.contentLength {
        pending.reserveCapacity(min(max(0, length - bytesReceived) + bytes.count, 65_536))
      }
      pending.append(contentsOf: bytes)
      noteTime()
      return bytes.count
    }

    private func send(into target: UnsafeMutableRawBufferPointer) -> Int {
      guard let call else { return CurlValue.readAbort }
      switch call.content {
      case .none: return 0
      case .bytes(let bytes):
        let count = min(target.count, bytes.count - bytesSent)
        bytes.withUnsafeBytes { source in
          target.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[bytesSent..<bytesSent + count]))
        }
        bytesSent += count
        noteTime()
        if bytesSent == bytes.count { requestEnded = maru_curl_now() }
        return count
      case .stream(let upload):
        let (piece, feeder) = upload.take(into: target)
        resumeLater(feeder)
        switch piece {
        case .bytes(let count):
          bytesSent += count
          noteTime()
          if bytesSent == upload.length { requestEnded = maru_curl_now() }
          return count
        case .later:
          sendingIsPaused = true
          return CurlValue.readPause
        case .end:
          requestEnded = maru_curl_now()
          return 0
        }
      }
    }

    /// Keeps in mind when a piece came or went, if anyone asks.
    private func noteTime() {
      if call?.limits.idle != nil { lastPiece = maru_curl_now() }
    }

    private func fail(_ kind: TransportFailure.Kind, _ reason: String) {
      if failure == nil {
        failure = TransportFailure(kind, arrival: .possible, reason: reason)
      }
    }
  }
#endif
