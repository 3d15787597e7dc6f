internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// Where a call's body goes if it is a file's.
struct Download: Sendable {
  let partial: PartialFile
  let maximumBytes: Int
  let progress: ProgressReport?
}

/// What an attempt of a download asked for, and whose it is.
struct DownloadAttempt: Sendable {
  let download: Download
  let asked: RangeRequest?
  let source: String
}

extension Reception {
  /// Takes in an answer that has bytes of a file; nil if it has none and is judged as any other.
  func downloaded(
    _ head: TransportResponse, _ body: any TransportBody, to attempt: DownloadAttempt
  ) async throws -> Received? {
    let partial = attempt.download.partial
    let rule = client.surroundings.ranges
    guard let verdict = rule.judge(head, attempt.asked, body.expectedLength) else { return nil }
    do {
      switch verdict {
      case .stale:
        await drain(body)
        try await partial.discard()
        return Received(answer: .stalePart(status: head.status))
      case .part(let first, let count, let total):
        try await partial.goOn(at: first, total: total, owner: owner)
        return try await store(
          head, body, attempt.download, first: first, count: count, total: total)
      case .whole(let total, let validator):
        guard case .value(nil) = Judge.judge(head, promise: call.promise) else { return nil }
        try await partial.startOver(
          total: total, validator: call.facts.isResumable ? validator : nil,
          source: attempt.source, owner: owner)
        return try await store(head, body, attempt.download, first: 0, count: nil, total: total)
      }
    } catch let failure as SystemFile.Failure {
      return Received(
        answer: .unfit(.storageFailed, status: head.status, reason: failure.description))
    }
  }

  /// Writes a body to the file, piece by piece, as it comes.
  private func store(
    _ head: TransportResponse, _ body: any TransportBody, _ download: Download, first: Int,
    count: Int?, total: Int?
  ) async throws -> Received {
    if let total, total > download.maximumBytes { return tooLarge(head, download) }
    var written = 0
    func tell() {
      download.progress?(
        TransferProgress(
          attempt: attempt, start: first, completed: first + written, total: total))
    }
    tell()
    var buffer: [UInt8] = []
    var hasMore = true
    while hasMore {
      hasMore = try await body.next(into: &buffer)
      guard !buffer.isEmpty else { continue }
      if let count, written + buffer.count > count {
        try await download.partial.discard()
        return Received(answer: .stalePart(status: head.status))
      }
      if first + written + buffer.count > download.maximumBytes { return tooLarge(head, download) }
      try await download.partial.append(buffer)
      written += buffer.count
      buffer.removeAll(keepingCapacity: true)
      tell()
    }
    // A server may send less than was asked for (RFC 9110 §14.2): the rest is asked for as after a
    // cut.
    let isShort = written < count ?? 0 || first + written < total ?? 0
    guard !isShort else {
      throw TransportFailure(
        .connectionLost, arrival: .possible, reason: "the answer had less than was asked for")
    }
    return Received(answer: .fit(status: head.status), delivery: Delivery(head: head))
  }

  private func tooLarge(_ head: TransportResponse, _ download: Download) -> Received {
    Received(
      answer: .unfit(
        .bodyTooLarge, status: head.status,
        reason: "the file has more than \(download.maximumBytes) bytes"))
  }
}
