internal import CEvent
internal import GatewayHTTP

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One client's connection, from its acceptance to its end.
///
/// The bytes that arrive go to the gate first; evhttp sees a request when all of it is there and
/// well-formed. One request at a time: while it is handled and answered, what a pipelining client
/// sends stays in the input buffer, whose high watermark stops the reading.
final class Connection: @unchecked Sendable {
  // @unchecked: touched only on the loop's thread. A handler's task captures it, and that task
  // prefers the loop.

  let bufferevent: OpaquePointer
  private let input: OpaquePointer
  private let held: OpaquePointer
  private var gate: RequestGate
  private var callback: OpaquePointer?
  private var isForwarding = false

  private(set) var phase = ConnectionPhase.idle
  private(set) var phaseStart: ContinuousClock.Instant
  /// Whether no request has come yet: then the time limit of a head holds, not that of idleness.
  private(set) var isFresh = true
  private(set) var refusal: Refusal?
  /// The handler's task, so that a server that stops can cancel it.
  var work: Task<Void, Never>?
  /// evhttp's request that waits for its answer.
  var request: OpaquePointer?
  /// The answer that goes on; nil when it is over.
  var stream: ServerStream?
  private var hadStream = false
  /// Whether a request is counted as being handled or answered.
  var isInFlight = false
  /// Who serves the connection; set when evhttp has taken it.
  weak var worker: Worker?

  /// Makes the buffers and asks to hear of arriving bytes; nil if memory has run out.
  init?(base: OpaquePointer, limits: RequestLimits, now: ContinuousClock.Instant) {
    guard
      let bufferevent = bufferevent_socket_new(base, -1, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)),
      let input = bufferevent_get_input(bufferevent), let held = evbuffer_new()
    else { return nil }
    self.bufferevent = bufferevent
    self.input = input
    self.held = held
    gate = RequestGate(limits: limits)
    phaseStart = now
    // Reading stops here while a request is answered; else a client could fill our memory.
    bufferevent_setwatermark(bufferevent, Int16(EV_READ), 0, 64 * 1024)
    callback = evbuffer_add_cb(
      input,
      { _, info, context in
        guard let info, let context, info.pointee.n_added > 0 else { return }
        // The worker keeps the connection until evhttp has closed it, which removes this callback.
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().bytesArrived()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    evbuffer_free(held)
  }

  var descriptor: Int32 { bufferevent_getfd(bufferevent) }

  /// Whether bytes behind the present request have arrived already.
  var hasMoreInput: Bool {
    if evbuffer_get_length(input) > 0 || evbuffer_get_length(held) > 0 { return true }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Hears no more of the buffer, whose memory evhttp is about to free.
  func detach() {
    if let callback { evbuffer_remove_cb_entry(input, callback) }
    callback = nil
  }

  // MARK: - Reading

  private func bytesArrived() {
    guard !isForwarding else { return }
    switch phase {
    case .idle, .head, .body:
      evbuffer_add_buffer(held, input)
      advance()
    case .handling, .streaming:
      // They wait for their turn behind what evhttp has been given and may not have read yet.
      break
    case .answering:
      // Those of a refused client have no turn.
      if refusal != nil { evbuffer_drain(input, evbuffer_get_length(input)) }
    }
  }

  private func advance() {
    while true {
      let total = evbuffer_get_length(held)
      guard total > 0 else { return }
      switch judge(total) {
      case .wait(let sendContinue):
        if sendContinue { writeContinue() }
        enter(gate.isReadingHead ? .head : .body)
        if !gate.hasMoreToSee(of: total) { return }
      case .pass(let count):
        return pass(count)
      case .refuse(let refusal):
        return refuse(refusal)
      }
    }
  }

  private func judge(_ total: Int) -> RequestGate.Step {
    let wanted = gate.wanted(of: total)
    if wanted.lowerBound == 0 {
      let bytes = evbuffer_pullup(held, wanted.count)
      // The buffer has that many bytes in one piece until it is changed, which is after this.
      let span = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : wanted.count).span
      return gate.advance(total: total, bytes: span)
    }
    var position = evbuffer_ptr()
    evbuffer_ptr_set(held, &position, wanted.lowerBound, EVBUFFER_PTR_SET)
    let copy = [UInt8](unsafeUninitializedCapacity: wanted.count) { memory, count in
      count = max(0, evbuffer_copyout_from(held, &position, memory.baseAddress, wanted.count))
    }
    return gate.advance(total: total, bytes: copy.span)
  }

  /// Gives one whole request to evhttp, which parses it as soon as this returns.
  private func pass(_ count: Int) {
    enter(.handling)
    isFresh = false
    forward { evbuffer_remove_buffer(held, input, count) }
  }

  /// Has evhttp answer the refusal, in the order and the ways of any other answer, by giving it a
  /// request of our own in place of the refused one.
  ///
  /// The caller must have evhttp read unless it is about to.
  private func refuse(_ refusal: Refusal) {
    self.refusal = refusal
    enter(.handling)
    evbuffer_drain(held, evbuffer_get_length(held))
    let method = gate.isHead ? "HEAD" : "GET"
    let request = Array("\(method) / HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n".utf8)
    forward { evbuffer_add(input, request, request.count) }
  }

  /// Refuses what has not arrived, and has evhttp answer at once.
  func refuseNow(_ refusal: Refusal) {
    refuse(refusal)
    bufferevent_trigger(bufferevent, Int16(EV_READ), 0)
  }

  private func forward(_ add: () -> Void) {
    isForwarding = true
    // A bufferevent freezes its input's end between reads, against just what is wanted here.
    evbuffer_unfreeze(input, 0)
    add()
    evbuffer_freeze(input, 0)
    isForwarding = false
  }

  /// Writes past evhttp: its output is empty while it waits for a request, and its own way to say
  /// this would run the last answer's completion again.
  private func writeContinue() {
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    if send(descriptor, line, line.count, Int32(MSG_DONTWAIT)) != line.count { hangUp() }
  }

  // MARK: - Life

  private func enter(_ next: ConnectionPhase) {
    guard phase != next else { return }
    phase = next
    phaseStart = .now
  }

  /// Whether what is being answered is a refusal or the last words of a stream, which nobody is owed
  /// much time for.
  var isLettingGo: Bool { refusal != nil || hadStream }

  /// The answer goes on for as long as both want.
  func beganStreaming(_ stream: ServerStream) {
    self.stream = stream
    hadStream = true
    enter(.streaming)
  }

  /// What the stream began with has been sent.
  func beganFollowing(_ stream: ServerStream) {
    // Else it is over, and the task belongs to a later request.
    if self.stream === stream { work = nil }
  }

  /// The answer is on its way.
  func beganAnswering() {
    enter(.answering)
  }

  /// The answer is written; what has arrived meanwhile gets its turn.
  func finishedAnswering() {
    work = nil
    hadStream = false
    guard refusal == nil else { return }
    enter(.idle)
    evbuffer_add_buffer(held, input)
    advance()
  }

  /// Ends the connection as if the client had left, so that evhttp frees everything its usual way.
  func hangUp() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
