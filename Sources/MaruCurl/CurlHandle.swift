#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract
  internal import MaruHTTP

  /// One easy handle, used for one transfer after another; only the loop's thread touches it.
  ///
  /// What is the same for all transfers is set once, since setting is what costs.
  final class CurlHandle {
    /// How many bytes are held for a reader before the sender is held back.
    static let highWater = 262_144

    /// CURL_ERROR_SIZE.
    private static let complaintSize = 256

    let easy: OpaquePointer
    let gate: UnsafeMutablePointer<MaruCurlGate>
    let fields = CurlFieldList()
    /// What libcurl says about an error; it names hosts, so it is looked at and never shown.
    let complaint: UnsafeMutablePointer<CChar>
    private unowned let engine: CurlEngine

    /// What was last set, so that it need not be set again.
    var lastSet = LastSet()

    /// The call that is being served.
    var call: CurlCall?
    /// Where it stands among those that run.
    var index = 0
    /// The response's head so far.
    var head: CurlHead
    /// Whether the head was shown to the caller.
    var headIsShown = false
    /// Bytes of the body that the caller has no room for.
    var pending: [UInt8] = []
    /// How many bytes of the body have come, decompressed.
    var bytesReceived = 0
    /// Whether receiving is held back until there is room.
    var receivingIsPaused = false
    /// Whether sending is held back until the reader has read.
    var sendingIsPaused = false
    /// How much of a body of bytes was sent.
    var bytesSent = 0
    /// When the request's last byte was handed over; 0 before.
    var requestEnded: Int64 = 0
    /// When a piece of a body last came or went; 0 before.
    var lastPiece: Int64 = 0
    /// Why we have ended the transfer ourselves.
    var failure: TransportFailure?
    /// Whether it was started again on a fresh connection.
    var hasRestarted = false
    /// Whether something has come that was not shown yet.
    var isTouched = false

    init?(_ engine: CurlEngine, _ multi: OpaquePointer, trust: CurlTransport.Trust) {
      guard let easy = maru_curl_easy_new() else { return nil }
      self.easy = easy
      self.engine = engine
      head = CurlHead(maximumBytes: 0, names: engine.names)
      gate = .allocate(capacity: 1)
      gate.initialize(to: MaruCurlGate())
      gate.pointee.multi = multi
      complaint = .allocate(capacity: Self.complaintSize)
      complaint.initialize(repeating: 0, count: Self.complaintSize)
      maru_curl_set_gate(easy, gate)
      guard setConstants(trust) else { return nil }
    }

    deinit {
      maru_curl_easy_free(easy)
      gate.deallocate()
      complaint.deallocate()
    }

    /// Whether the request may have left.
    var wasSent: Bool { gate.pointee.wasSent }

    /// Notes that there is something to show, once per round.
    func touch() {
      guard !isTouched else { return }
      isTouched = true
      engine.touched.append(self)
    }

    /// Has a task go on after this round.
    func resumeLater(_ continuation: CheckedContinuation<Void, Never>?) {
      if let continuation { engine.resumptions.append(continuation) }
    }

    /// Makes ready for the next call.
    func begin(_ call: CurlCall) {
      self.call = call
      complaint.pointee = 0
      head = CurlHead(maximumBytes: call.limits.maximumHeadBytes, names: engine.names)
      gate.pointee.loopbackOnly = call.request.url.origin.scheme == .http
    }

    /// Forgets the call.
    func reset() {
      call = nil
      headIsShown = false
      pending = []
      bytesReceived = 0
      receivingIsPaused = false
      sendingIsPaused = false
      bytesSent = 0
      requestEnded = 0
      lastPiece = 0
      failure = nil
      hasRestarted = false
      gate.pointee.wasRefused = false
      gate.pointee.wasSent = false
      gate.pointee.wouldSendAgain = false
      gate.pointee.wasSpoilt = false
      gate.pointee.descriptor = -1
      gate.pointee.connectStartedNanoseconds = 0
      gate.pointee.sentNanoseconds = 0
    }

    /// Whether the server has said no before all of the request's body was sent.
    var isRefusedWhileSending: Bool {
      guard let response = head.response else { return false }
      return response.status >= 300 && lastSet.shape == .reading && requestEnded == 0
    }

    /// What has happened of the attempt.
    var progress: CurlDeadline.Progress {
      let sent = gate.pointee.sentNanoseconds
      // What has no body to read has left with its head.
      let requestEnded = lastSet.shape == .reading ? requestEnded : sent
      let isSending = sent != 0 && requestEnded == 0
      let isReceiving = head.response != nil
      var progress = CurlDeadline.Progress(started: call?.started ?? 0)
      progress.connectStarted = gate.pointee.connectStartedNanoseconds
      progress.sent = sent
      progress.requestEnded = requestEnded
      progress.headHasBegun = head.hasBegun
      progress.lastPiece = isSending || isReceiving ? max(lastPiece, sent) : 0
      progress.isHeldBack = isReceiving ? receivingIsPaused : sendingIsPaused
      return progress
    }

    /// How the transfer ended.
    func ending(_ code: Int32) -> CurlEnding {
      var ending = CurlEnding(
        code, wasSent: wasSent, headHasBegun: head.hasBegun, headIsWhole: head.response != nil)
      // CURLE_PEER_FAILED_VERIFICATION
      if code == 60 { ending.verifyResult = maru_curl_info_long(easy, CurlInfo.verifyResult) }
      // CURLE_COULDNT_CONNECT also stands for a connection that ends as soon as it is there.
      if code == 7 { ending.wasConnected = maru_curl_was_connected(easy) }
      // CURLE_RECV_ERROR stands for both.
      if code == 56 { ending.chunksAreBroken = String(cString: complaint).contains("chunk") }
      ending.wouldSendAgain = gate.pointee.wouldSendAgain
      ending.addressWasRefused = gate.pointee.wasRefused
      return ending
    }

    /// What was measured until now.
    var metrics: AttemptMetrics {
      func duration(_ info: Int32) -> Duration? {
        let microseconds = maru_curl_info_offset(easy, info)
        return microseconds > 0 ? .microseconds(microseconds) : nil
      }
      var metrics = AttemptMetrics()
      metrics.nameLookup = duration(CurlInfo.nameLookupMicroseconds)
      metrics.connect = duration(CurlInfo.connectMicroseconds)
      metrics.tls = duration(CurlInfo.tlsMicroseconds)
      metrics.firstByte = duration(CurlInfo.firstByteMicroseconds)
      metrics.total = duration(CurlInfo.totalMicroseconds)
      // libcurl would count the chunks' frames in.
      metrics.bytesSent =
        lastSet.shape == .reading
        ? bytesSent : Int(maru_curl_info_offset(easy, CurlInfo.bytesSent))
      metrics.bytesReceived = Int(maru_curl_info_offset(easy, CurlInfo.bytesReceived))
      metrics.reusedConnection = maru_curl_info_long(easy, CurlInfo.connectCount) == 0
      switch maru_curl_info_long(easy, CurlInfo.httpVersion) {
      case 1: metrics.protocolName = "HTTP/1.0"
      case 2: metrics.protocolName = "HTTP/1.1"
      case 3: metrics.protocolName = "HTTP/2"
      case 30: metrics.protocolName = "HTTP/3"
      default: break
      }
      return metrics
    }
  }
#endif
