internal import CEvent
internal import GatewayHTTP
internal import MaruHTTP
internal import MaruSystem

extension Worker {
  /// A whole request: has the handler answer it, or refuses it.
  func received(_ request: OpaquePointer) {
    guard let connection = connection(of: request) else {
      // Not one of ours: there is no such connection.
      return evhttp_send_error(request, 500, nil)
    }
    connection.request = request
    activity.withLock { $0.requestsInFlight += 1 }
    connection.isInFlight = true
    let start = ContinuousClock.now
    let id = requestID(of: request)
    let isHead = evhttp_request_get_command(request) == EVHTTP_REQ_HEAD
    if let refusal = connection.refusal {
      let exchange = Asked(id: id, method: nil, isHead: isHead, start: start, wantsClose: true)
      return answer(connection, refusal.problem.response(to: id), to: exchange)
    }
    guard let asked = read(request, id: id) else {
      let exchange = Asked(id: id, method: nil, isHead: isHead, start: start, wantsClose: true)
      let problem = Problem.malformed("the request could not be read")
      return answer(connection, problem.response(to: id), to: exchange)
    }
    let exchange = Asked(
      id: id, method: asked.method, isHead: isHead, start: start,
      wantsClose: wantsClose(asked.fields))
    connection.work = Task(executorPreference: loop) { [self, handler] in
      let response = await handler.respond(to: asked)
      if loop.isCurrent {
        answer(connection, response, to: exchange)
      } else {
        loop.submit { [self] in answer(connection, response, to: exchange) }
      }
    }
  }

  /// What is remembered of a request until its answer.
  struct Asked: Sendable {
    let id: RequestID
    let method: RequestMethod?
    let isHead: Bool
    let start: ContinuousClock.Instant
    let wantsClose: Bool
  }

  // MARK: - Reading

  private func requestID(of request: OpaquePointer) -> RequestID {
    let fields = evhttp_request_get_input_headers(request)
    let given = evhttp_find_header(fields, "X-Request-ID").flatMap {
      RequestID(String(cString: $0))
    }
    return given ?? configuration.makeRequestID()
  }

  private func read(_ request: OpaquePointer, id: RequestID) -> Request? {
    guard let uri = evhttp_request_get_uri(request),
      let target = RequestTarget(String(cString: uri)),
      let method = method(of: request), let fields = fields(of: request)
    else { return nil }
    return Request(
      id: id, method: method, target: target, fields: fields, body: body(of: request),
      peer: peer(of: request))
  }

  private func peer(of request: OpaquePointer) -> String {
    guard let connection = evhttp_request_get_connection(request) else { return "" }
    var address: UnsafeMutablePointer<CChar>?
    var port: UInt16 = 0
    evhttp_connection_get_peer(connection, &address, &port)
    return address.map { String(cString: $0) } ?? ""
  }

  private func method(of request: OpaquePointer) -> RequestMethod? {
    switch evhttp_request_get_command(request) {
    case EVHTTP_REQ_GET: .get
    case EVHTTP_REQ_HEAD: .head
    case EVHTTP_REQ_POST: .post
    case EVHTTP_REQ_PUT: .put
    case EVHTTP_REQ_PATCH: .patch
    case EVHTTP_REQ_DELETE: .delete
    case EVHTTP_REQ_OPTIONS: .options
    default: nil
    }
  }

  private func fields(of request: OpaquePointer) -> HeaderFields? {
    var fields = HeaderFields()
    var next = evhttp_request_get_input_headers(request)?.pointee.tqh_first
    while let field = next {
      guard let name = HeaderName(String(cString: field.pointee.key)),
        (try? fields.append(String(cString: field.pointee.value), for: name)) != nil
      else { return nil }
      next = field.pointee.next.tqe_next
    }
    return fields
  }

  private func body(of request: OpaquePointer) -> [UInt8] {
    let buffer = evhttp_request_get_input_buffer(request)
    let length = evbuffer_get_length(buffer)
    guard length > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: length) { memory, count in
      count = max(0, Int(evbuffer_remove(buffer, memory.baseAddress, length)))
    }
  }

  /// evhttp knows `close` as the only word of the field; it may be one of several.
  private func wantsClose(_ fields: HeaderFields) -> Bool {
    guard let options = fields[.connection] else { return false }
    return options.lowercased().split(separator: ",").contains {
      $0.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" } == "close"
    }
  }

  // MARK: - Answering

  private func answer(_ connection: Connection, _ response: Response, to asked: Asked) {
    guard let request = connection.request else { return }
    connection.request = nil
    configuration.onExchange(
      Exchange(
        requestID: asked.id, method: asked.method, route: response.route,
        status: response.status, delivery: response.delivery, duration: .now - asked.start,
        bodyBytes: asked.isHead ? 0 : response.body.count))
    guard evhttp_request_get_connection(request) != nil else {
      // The client has left; this frees the request.
      return evhttp_send_reply(request, Int32(response.status), nil, nil)
    }
    writeFields(connection, response, to: asked, on: request)
    connection.beganAnswering()
    evhttp_request_set_on_complete_cb(
      request,
      { _, context in
        guard let context else { return }
        // evhttp is about to go on with the connection or to close it; the table still has it.
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        connection.worker?.completed(connection)
      }, Unmanaged.passUnretained(connection).toOpaque())
    if let stream = response.stream, !asked.isHead, response.delivery != .dropped {
      return self.stream(
        stream, to: request, on: connection, status: response.status,
        delivery: response.delivery)
    }
    let status = Int32(response.status)
    let body = asked.isHead || !response.mayHaveBody ? [] : response.body
    switch response.delivery {
    case .whole:
      evbuffer_add(evhttp_request_get_output_buffer(request), body, body.count)
      evhttp_send_reply(request, status, nil, nil)
    case .dropped:
      connection.hangUp()
      evhttp_send_reply(request, status, nil, nil)
    case .cut(let bytes):
      evhttp_send_reply_start(request, status, nil)
      let part = evbuffer_new()
      evbuffer_add(part, body, min(bytes, body.count))
      evhttp_send_reply_chunk(request, part)
      evbuffer_free(part)
      evhttp_send_reply_end(request)
    }
  }

  private func writeFields(
    _ connection: Connection, _ response: Response, to asked: Asked, on request: OpaquePointer
  ) {
    let output = evhttp_request_get_output_headers(request)
    for field in response.fields where !Self.ownFields.contains(field.name) {
      evhttp_add_header(output, field.name.rawValue, field.value)
    }
    evhttp_add_header(output, "X-Request-ID", asked.id.rawValue)
    // evhttp itself gives it to HTTP/1.1 only; RFC 9110 §6.6.1 asks for it in every answer, and
    // clients tell from it how far their clock is off.
    var date = [CChar](repeating: 0, count: 50)
    evutil_date_rfc1123(&date, date.count, nil)
    evhttp_add_header(output, "Date", date)
    if response.mayHaveBody, response.stream == nil {
      evhttp_add_header(output, "Content-Length", String(response.body.count))
    }
    var closes = asked.wantsClose || connection.refusal != nil
    if case .cut = response.delivery { closes = true }
    // A pipelining client's next request arrived before we knew that we would stop.
    if drain != nil, !closes { closes = !connection.hasMoreInput }
    if closes { evhttp_add_header(output, "Connection", "close") }
  }

  private static let ownFields: Set<HeaderName> = [
    .requestID, .contentLength, .connection, .transferEncoding, .date,
  ]

  private func completed(_ connection: Connection) {
    connection.isInFlight = false
    activity.withLock { $0.requestsInFlight -= 1 }
    if connection.refusal != nil { linger(connection) }
    connection.finishedAnswering()
  }
}

extension Response {
  // RFC 9110 §6.4.1.
  fileprivate var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }
}
