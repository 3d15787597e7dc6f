internal import CEvent
internal import GatewayHTTP
internal import MaruSystem

/// Answers that go on.
extension Worker {
  /// Begins a stream on a request whose fields are set.
  func stream(
    _ body: ResponseStream, to request: OpaquePointer, on connection: Connection,
    status: Int, delivery: Response.Delivery
  ) {
    // 'writeFields' has said what is to become of the connection; evhttp would promise an HTTP/1.0
    // client that keeps it a length of nothing.
    let fields = evhttp_request_get_input_headers(request)
    while evhttp_remove_header(fields, "Connection") == 0 {}
    // evhttp's own limits are for clients that are to send something; 'StreamPatience' has ours.
    bufferevent_set_timeouts(connection.bufferevent, nil, nil)
    evhttp_send_reply_start(request, Int32(status), nil)
    var limit: Int?
    if case .cut(let bytes) = delivery { limit = bytes }
    let stream = ServerStream(
      body, on: connection, request: request, of: self, breaksAfter: limit)
    activity.withLock { $0.streams += 1 }
    connection.beganStreaming(stream)
    connection.work = Task(executorPreference: loop) { [loop] in
      await body.begin(stream)
      loop.submit { connection.beganFollowing(stream) }
    }
  }

  /// Hands a batch to those who follow, in the order of batches.
  func publish(_ batch: PublishedBatch) {
    loop.submit { [self] in
      published = max(published, batch.place)
      for (name, channel) in batch.channels {
        // A copy: those who are let go leave the table.
        for stream in (followers[name] ?? [:]).values { stream.deliver(channel) }
      }
    }
  }

  /// A stream is over.
  func ended(_ stream: ServerStream) {
    activity.withLock { $0.streams -= 1 }
    followers[stream.body.channel]?[ObjectIdentifier(stream)] = nil
    if followers[stream.body.channel]?.isEmpty == true { followers[stream.body.channel] = nil }
  }
}
