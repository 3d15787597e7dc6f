internal import Dispatch
internal import MaruSystem

/// The bytes between a body's reader, in the caller's task, and URLSession, on a thread of its own.
final class SessionUpload: Sendable {
  /// How many bytes wait at most before the reader has to; a reader's single piece may be larger.
  static let highWater = 262_144

  /// What became of bytes that the feeder offered.
  enum Offer {
    case taken
    /// There is no room; wait.
    case full
    /// Nobody wants them any more.
    case closed
  }

  private struct State {
    var bytes: [UInt8] = []
    var offset = 0
    var isWhole = false
    var isClosed = false
    var threadWaits = false
    var feeder: CheckedContinuation<Void, Never>?
    var count: Int { bytes.count - offset }
  }

  private enum Taking {
    case bytes(Int, feeder: CheckedContinuation<Void, Never>?)
    case end
    case broken
    case nothing
  }

  private let state = Locked(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Copies the next bytes out, and blocks the thread until there are some.
  ///
  /// - Parameter waits: is told whether the thread waits for the body's reader.
  /// - Returns: how many bytes; 0 at the body's end, -1 once nobody is to send it any more.
  func read(
    into target: UnsafeMutableBufferPointer<UInt8>, waits: (Bool) -> Void
  ) -> Int {
    var hasWaited = false
    defer { if hasWaited { waits(false) } }
    while true {
      switch take(into: target) {
      case .bytes(let count, let feeder):
        feeder?.resume()
        return count
      case .end: return 0
      case .broken: return -1
      case .nothing:
        if !hasWaited { waits(true) }
        hasWaited = true
        arrival.wait()
      }
    }
  }

  private func take(into target: UnsafeMutableBufferPointer<UInt8>) -> Taking {
    state.withLock { state in
      if state.isClosed { return .broken }
      guard state.count > 0 else {
        if state.isWhole { return .end }
        state.threadWaits = true
        return .nothing
      }
      let count = min(target.count, state.count)
      state.bytes.withUnsafeBufferPointer { source in
        _ = target.update(
          fromContentsOf: UnsafeBufferPointer(
            rebasing: source[state.offset..<state.offset + count]))
      }
      state.offset += count
      if state.count == 0 {
        state.bytes.removeAll(keepingCapacity: true)
        state.offset = 0
      }
      let feeder = state.count < Self.highWater ? state.feeder : nil
      if feeder != nil { state.feeder = nil }
      return .bytes(count, feeder: feeder)
    }
  }

  /// Takes bytes in if there is room.
  func offer(_ piece: inout [UInt8]) -> Offer {
    let offer = state.withLock { state -> Offer in
      if state.isClosed { return .closed }
      if state.count >= Self.highWater { return .full }
      if state.bytes.isEmpty {
        swap(&state.bytes, &piece)
      } else {
        state.bytes += piece
      }
      piece.removeAll(keepingCapacity: true)
      return .taken
    }
    wake()
    return offer
  }

  /// Says that no more bytes come.
  func finish() {
    state.withLock { $0.isWhole = true }
    wake()
  }

  /// Says that nobody wants bytes any more, and has the thread that waits go on.
  ///
  /// May be called under the runtime's locks: it resumes no task. ``close()`` follows.
  func dismiss() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Says that nobody wants bytes any more: neither does the thread wait on, nor the feeder.
  func close() {
    let feeder = state.withLock { state in
      state.isClosed = true
      state.bytes = []
      state.offset = 0
      defer { state.feeder = nil }
      return state.feeder
    }
    wake()
    feeder?.resume()
  }

  private func wake() {
    let isWaiting = state.withLock { state in
      defer { state.threadWaits = false }
      return state.threadWaits
    }
    if isWaiting { arrival.signal() }
  }

  /// Waits until there is room or nobody wants bytes any more.
  func waitForRoom() async {
    await withCheckedContinuation { continuation in
      let mayGoOn = state.withLock { state in
        if state.isClosed || state.count < Self.highWater { return true }
        state.feeder = continuation
        return false
      }
      if mayGoOn { continuation.resume() }
    }
  }
}
