#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract
  internal import MaruHTTP
  internal import MaruSystem

  /// What runs on the loop's thread, and all that only it touches.
  final class CurlEngine {
    private let loop: CurlLoop
    private let multi: OpaquePointer
    private let settings: CurlTransport.Settings
    private var running: [CurlHandle] = []
    private var spare: [CurlHandle] = []
    private var nextLook = Int64.max
    private var isEndingAll = false

    /// The field names that came lately.
    let names = CurlNames()
    /// Handles that have something to show after this round.
    var touched: [CurlHandle] = []
    /// Tasks that go on after this round.
    var resumptions: [CheckedContinuation<Void, Never>] = []

    private let reusesHandles = CurlVersion(maru_curl_version()).reusesHandles

    /// Handles kept for later transfers; one weighs a few KiB.
    private static let spareHandles = 64

    init(_ loop: CurlLoop, _ multi: OpaquePointer, _ settings: CurlTransport.Settings) {
      self.loop = loop
      self.multi = multi
      self.settings = settings
    }

    /// Serves until it is told to stop.
    func run() {
      var letters: [CurlLoop.Letter] = []
      var isStopped = false
      while !isStopped {
        loop.collect(into: &letters)
        for letter in letters {
          if case .stop = letter { isStopped = true } else { obey(letter) }
        }
        letters.removeAll(keepingCapacity: true)
        maru_curl_multi_run_timer(multi)
        settle()
        guard !isStopped else { break }
        let patience = look()
        maru_curl_multi_wait(multi, loop.mayFallAsleep() ? patience : 0)
        settle()
      }
      // No call is left: the loop is stopped only when all have returned.
      running.removeAll()
      spare.removeAll()
      maru_curl_multi_free(multi)
      loop.ended()
    }

    private func obey(_ letter: CurlLoop.Letter) {
      switch letter {
      case .start(let call): start(call)
      case .interrupt(let call):
        if let handle = call.handle { end(handle, interruption(of: call)) }
      case .giveMore(let call):
        if let handle = call.handle { show(handle) }
      case .resumeUpload(let call):
        if let handle = call.handle, handle.sendingIsPaused {
          handle.sendingIsPaused = false
          unpause(handle)
        }
      case .endAll:
        isEndingAll = true
        for handle in Array(running) { end(handle, .failed(Self.shutDown(handle.wasSent))) }
      case .stop: break
      }
    }

    private func start(_ call: CurlCall) {
      let interruption = call.exchange.withLock { exchange -> CurlExchange.End? in
        if exchange.isCancelled { return .abandoned }
        return exchange.interruption.map { .failed($0.beforeSending) }
      }
      if let interruption { return refuse(call, interruption) }
      if isEndingAll { return refuse(call, .failed(Self.shutDown(false))) }
      guard let handle = spare.popLast() ?? CurlHandle(self, multi, trust: settings.trust) else {
        return refuse(call, .failed(Self.noHandle))
      }
      handle.begin(call)
      if let failure = handle.setRequest(call) {
        recycle(handle)
        return refuse(call, .failed(failure))
      }
      guard maru_curl_multi_add(multi, handle.easy) == 0 else {
        recycle(handle)
        return refuse(call, .failed(Self.noHandle))
      }
      call.handle = handle
      handle.index = running.count
      running.append(handle)
      let (_, next) = call.deadline.judge(handle.progress, now: maru_curl_now())
      nextLook = min(nextLook, next)
    }

    /// Ends a call that has no handle.
    private func refuse(_ call: CurlCall, _ end: CurlExchange.End) {
      if case .stream(let upload) = call.content, let feeder = upload.close() {
        resumptions.append(feeder)
      }
      let ready = call.exchange.withLock { exchange in
        exchange.end = end
        return exchange.takeReady()
      }
      if let ready { resumptions.append(ready) }
    }

    private func interruption(of call: CurlCall) -> CurlExchange.End {
      let failure = call.exchange.withLock { $0.isCancelled ? nil : $0.interruption }
      guard let failure else { return .abandoned }
      return .failed(call.handle?.wasSent == true ? failure : failure.beforeSending)
    }

    // MARK: After a round

    /// Takes note of ended transfers, shows what has come, and has the waiting tasks go on.
    private func settle() {
      repeat {
        var context: UnsafeMutableRawPointer?
        var code: Int32 = 0
        while maru_curl_multi_next(multi, &context, &code) { end(CurlHandle.of(context), code) }
        var index = 0
        while index < touched.count {
          let handle = touched[index]
          handle.isTouched = false
          show(handle)
          index += 1
        }
        touched.removeAll(keepingCapacity: true)
      } while !touched.isEmpty
      for continuation in resumptions { continuation.resume() }
      resumptions.removeAll(keepingCapacity: true)
    }

    /// Shows the caller what has come, as far as there is room.
    private func show(_ handle: CurlHandle) {
      guard let call = handle.call else { return }
      let head = handle.headIsShown ? nil : newHead(handle)
      let metrics = head == nil ? nil : handle.metrics
      let ready = call.exchange.withLock { exchange in
        if let head { exchange.head = head }
        if let metrics { exchange.metrics = metrics }
        if exchange.bytes.isEmpty { swap(&exchange.bytes, &handle.pending) }
        exchange.loopAwaitsRoom = !handle.pending.isEmpty || handle.receivingIsPaused
        return exchange.takeReady()
      }
      if let ready { resumptions.append(ready) }
      if handle.receivingIsPaused, handle.pending.isEmpty {
        handle.receivingIsPaused = false
        unpause(handle)
      }
      if handle.isRefusedWhileSending { stopSending(handle) }
    }

    /// Ends an upload that the server has refused before its end (RFC 9112 §9.3).
    private func stopSending(_ handle: CurlHandle) {
      if handle.bytesReceived == handle.head.framing.contentLength, !handle.head.framing.isEncoded {
        end(handle, .finished)
      } else if handle.sendingIsPaused {
        // libcurl sends no more after such a status, but would wait for the paused reader.
        handle.sendingIsPaused = false
        unpause(handle)
      }
    }

    private func newHead(_ handle: CurlHandle) -> CurlExchange.Head? {
      guard let response = handle.head.response else { return nil }
      handle.headIsShown = true
      let framing = handle.head.framing
      // RFC 9110 §6.4.1: these have no body, whatever their length says.
      let isBodiless =
        handle.call?.request.method == .head || response.status == 204 || response.status == 304
      return CurlExchange.Head(
        response: response,
        length: isBodiless ? 0 : framing.isEncoded ? nil : framing.contentLength)
    }

    /// Lets go on what is no longer held back; libcurl may call back at once.
    private func unpause(_ handle: CurlHandle) {
      var mask = CurlValue.pauseNothing
      if handle.receivingIsPaused { mask |= CurlValue.pauseReceiving }
      if handle.sendingIsPaused { mask |= CurlValue.pauseSending }
      let code = maru_curl_pause(handle.easy, mask)
      if code != 0 { end(handle, code) }
    }

    // MARK: Ends

    private func end(_ handle: CurlHandle, _ code: Int32) {
      if handle.gate.pointee.wasSpoilt, restart(handle) { return }
      let failure = handle.failure ?? handle.ending(code).failure
      end(handle, failure.map { .failed($0) } ?? .finished)
    }

    /// Starts a request again of which nothing was sent, since its kept connection was spoilt.
    private func restart(_ handle: CurlHandle) -> Bool {
      guard !handle.hasRestarted, !handle.wasSent else { return false }
      handle.hasRestarted = true
      handle.gate.pointee.wasSpoilt = false
      handle.setFresh(true)
      maru_curl_multi_remove(multi, handle.easy)
      return maru_curl_multi_add(multi, handle.easy) == 0
    }

    /// Gives the handle back, and only then tells the caller.
    private func end(_ handle: CurlHandle, _ end: CurlExchange.End) {
      guard let call = handle.call else { return }
      let metrics = handle.metrics
      let head = handle.headIsShown ? nil : newHead(handle)
      maru_curl_multi_remove(multi, handle.easy)
      call.handle = nil
      let last = running.removeLast()
      if last !== handle {
        running[handle.index] = last
        last.index = handle.index
      }
      if case .stream(let upload) = call.content, let feeder = upload.close() {
        resumptions.append(feeder)
      }
      let ready = call.exchange.withLock { exchange in
        if let head { exchange.head = head }
        exchange.metrics = metrics
        if exchange.bytes.isEmpty {
          swap(&exchange.bytes, &handle.pending)
        } else {
          exchange.bytes += handle.pending
        }
        exchange.loopAwaitsRoom = false
        exchange.end = end
        return exchange.takeReady()
      }
      if let ready { resumptions.append(ready) }
      recycle(handle)
    }

    private func recycle(_ handle: CurlHandle) {
      handle.reset()
      // Connections are the multi handle's, and stay when an easy handle goes.
      if reusesHandles, spare.count < Self.spareHandles { spare.append(handle) }
    }

    // MARK: Limits

    /// Ends what has reached a limit; how many milliseconds nothing else can.
    private func look() -> Int32 {
      guard !running.isEmpty else {
        nextLook = .max
        return -1
      }
      let now = maru_curl_now()
      if now >= nextLook {
        nextLook = .max
        for handle in Array(running) {
          guard let deadline = handle.call?.deadline else { continue }
          let (reached, next) = deadline.judge(handle.progress, now: now)
          if let reached {
            end(handle, .failed(Self.timedOut(reached, handle.wasSent)))
          } else {
            nextLook = min(nextLook, next)
          }
        }
        settle()
      }
      guard nextLook != .max else { return -1 }
      return Int32(clamping: max(0, nextLook - now + 999_999) / 1_000_000)
    }

    private static func timedOut(_ limit: CurlDeadline.Limit, _ wasSent: Bool) -> TransportFailure {
      TransportFailure(
        .timedOut, arrival: wasSent ? .possible : .impossible,
        reason: "the \(limit.rawValue) limit was reached")
    }

    private static func shutDown(_ wasSent: Bool) -> TransportFailure {
      TransportFailure(
        .shutDown, arrival: wasSent ? .possible : .impossible,
        reason: "the transport is being shut down")
    }

    private static let noHandle = TransportFailure(
      .unsupported, arrival: .impossible, reason: "libcurl can't take another request")
  }

  extension TransportFailure {
    /// The same failure of a request of which nothing was sent.
    fileprivate var beforeSending: TransportFailure {
      TransportFailure(kind, arrival: .impossible, reason: reason)
    }
  }
#endif
