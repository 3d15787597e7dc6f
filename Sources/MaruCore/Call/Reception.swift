internal import MaruContract
internal import MaruHTTP

/// An answer on its way to the decoder.
struct Delivery: Sendable {
  var body: [UInt8] = []
  var head = TransportResponse(status: 0)
  var source = AnswerSource.server
  /// Whether the caller's own version still holds, so that there is nothing to decode.
  var isUnchanged = false
  /// How a response that goes on was read.
  var opened = Opening.Reading.noContent
}

extension Delivery {
  /// An answer that was kept.
  init(_ entry: CacheEntry, source: AnswerSource) {
    body = entry.body
    head = TransportResponse(status: entry.status, headers: entry.headers)
    self.source = source
  }
}

/// Takes in one response: judges its head and reads as much of the body as that asks for.
struct Reception {
  /// What a response came to, and what a value is made of.
  struct Received: Sendable {
    var answer: Answer
    var delivery = Delivery()
  }

  let call: PreparedCall
  let client: ClientCore
  let request: TransportRequest
  let attempt: Int
  /// What was kept of an earlier answer, and asked about.
  let kept: CacheEntry?
  let owner: ResponseCache.Owner
  let started: MonotonicInstant
  /// How many writes had been done when this was asked.
  let writesBefore: UInt64
  /// What cookies went along; nil without a store.
  let cookies: SentCookies?
  /// What is done with a file's bytes.
  var download: DownloadAttempt?

  /// An error's body is read for its problem details, and they are short.
  private static let maximumProblemBytes = 64 * 1024

  func receive(
    _ head: TransportResponse, _ body: any TransportBody
  ) async throws -> Received {
    // First of all: a cookie is set whatever the status says and whatever becomes of the body.
    if let cookies, let store = client.configuration.cookies {
      store.receive(
        head.headers.values(of: .setCookie), answering: client.cookieRequest(request),
        sentIn: cookies.generation)
    }
    if let opening = call.opening, let received = await opened(head, body, by: opening) {
      return received
    }
    let received = try await judged(head, body)
    client.report(
      .answered(attempt, status: head.status, metrics: body.metrics), of: call.identity)
    return received
  }

  private func judged(
    _ head: TransportResponse, _ body: any TransportBody
  ) async throws -> Received {
    if CacheRule.invalidates(head, method: request.method) { client.cache.written(call.url) }
    if head.status == 304, kept != nil || call.unlessStill != nil { return unchanged(head) }
    if head.status == 304, call.isForAbsentOnly {
      return Received(
        answer: .unfit(
          .preconditionFailed, status: head.status, reason: "there is such a thing already"))
    }
    if let download, let received = try await downloaded(head, body, to: download) {
      return received
    }
    switch Judge.judge(head, promise: call.promise) {
    case .value(let unfit):
      return try await value(head, body, unfit: unfit)
    case .discard:
      await drain(body)
      return fit(head, [])
    case .empty:
      return empty(head)
    case .redirect(let location):
      await drain(body)
      let rule = RedirectRule(
        allowsLoopbackHTTP: client.configuration.plainHTTP == .allowedToLoopback)
      return Received(
        answer: .redirect(
          status: head.status,
          rule.read(
            status: head.status, location: location, from: request.url, method: request.method)))
    case .refusal:
      return await refusal(head, body)
    case .meaningless(let reason):
      return Received(
        answer: .unfit(.malformedResponse, status: head.status, reason: reason))
    }
  }

  private func value(
    _ head: TransportResponse, _ body: any TransportBody, unfit: Judge.Unfit?
  ) async throws -> Received {
    if let unfit {
      // Nothing that must not be decoded is read, but for the byte that tells it from nothing.
      var first: [UInt8] = []
      while first.isEmpty { if try await !body.next(into: &first) { return empty(head) } }
      return Received(answer: .unfit(unfit.code, status: head.status, reason: unfit.reason))
    }
    let bytes: [UInt8]
    do {
      bytes = try await body.collect(upTo: call.maximumResponseBytes)
    } catch let failure as TransportFailure where failure.kind == .bodyTooLarge {
      return Received(
        answer: .unfit(.bodyTooLarge, status: head.status, reason: failure.reason))
    }
    if bytes.isEmpty { return empty(head) }
    keep(head, bytes)
    return fit(head, bytes)
  }

  private func fit(_ head: TransportResponse, _ body: [UInt8]) -> Received {
    Received(answer: .fit(status: head.status), delivery: Delivery(body: body, head: head))
  }

  /// 304: what is kept, or what the caller has, still holds (RFC 9111 §4.3.4).
  private func unchanged(_ head: TransportResponse) -> Received {
    guard let kept else {
      return Received(
        answer: .fit(status: head.status), delivery: Delivery(head: head, isUnchanged: true))
    }
    guard var entry = CacheRule.revalidated(kept, by: head) else {
      client.cache.drop(call.url)
      return Received(
        answer: .unfit(
          .malformedResponse, status: head.status,
          reason: "the server confirmed another version than it was asked about"))
    }
    stamp(&entry)
    let response = TransportResponse(status: entry.status, headers: entry.headers)
    if CacheRule.mayKeep(response, request: request) {
      client.cache.keep(entry, for: call.url, of: owner, askedAfter: writesBefore)
    } else {
      client.cache.drop(call.url)
    }
    return Received(
      answer: .fit(status: entry.status), delivery: Delivery(entry, source: .revalidated))
  }

  private func keep(_ head: TransportResponse, _ body: [UInt8]) {
    guard call.caching != .none, request.url == call.url else { return }
    guard CacheRule.mayKeep(head, request: request) else { return client.cache.drop(call.url) }
    var entry = CacheEntry(
      varying: CacheRule.varying(head.headers, of: request, secrets: call.secretHeaders),
      status: head.status,
      headers: head.headers, body: body, requested: started, received: started,
      receivedDate: client.surroundings.wallClock.now())
    stamp(&entry)
    client.cache.keep(entry, for: call.url, of: owner, askedAfter: writesBefore)
  }

  private func stamp(_ entry: inout CacheEntry) {
    entry.requested = started
    entry.received = client.surroundings.clock.now()
    entry.receivedDate = client.surroundings.wallClock.now()
  }

  private func empty(_ head: TransportResponse) -> Received {
    call.promise.allowsEmpty || call.promise.isHead
      ? fit(head, [])
      : Received(
        answer: .unfit(
          .emptyBody, status: head.status,
          reason: "expected \(call.promise.expected), found no body"))
  }

  private func refusal(
    _ head: TransportResponse, _ body: any TransportBody
  ) async -> Received {
    // FAIL-4: an error body that can't be read is not an error of its own.
    let bytes = (try? await body.collect(upTo: Self.maximumProblemBytes)) ?? []
    let local = client.surroundings.wallClock.now()
    // A date is meant by the server's own clock; this machine's can be hours off.
    let now = head.headers[.date].flatMap { HTTPDate.parse($0, reference: local) } ?? local
    // A proxy can add a second field to the server's; the longer wait undercuts neither.
    let retryAfter = head.headers.values(of: .retryAfter)
      .compactMap { RetryAfter($0, reference: now)?.delay(from: now) }.max()
    return Received(
      answer: .refusal(Judge.refusal(head, body: bytes, retryAfter: retryAfter)))
  }

  /// Reads a short rest, so that the connection can be used again; a long one is left.
  func drain(_ body: any TransportBody) async {
    _ = try? await body.collect(upTo: Self.maximumProblemBytes)
  }
}
