#if os(Linux)
  internal import MaruSystem

  /// The bytes between a body's reader, in the caller's task, and libcurl, on the loop's thread.
  final class CurlUpload: Sendable {
    /// How many bytes wait at most before the reader has to; a reader's single piece may be larger.
    static let highWater = 262_144

    /// What libcurl gets when it asks.
    enum Piece {
      case bytes(Int)
      /// None yet; the feeder tells the loop when there are.
      case later
      case end
    }

    /// What became of bytes that the feeder offered.
    enum Offer {
      case taken(tellLoop: Bool)
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
      var loopAwaitsBytes = false
      var feeder: CheckedContinuation<Void, Never>?
      var count: Int { bytes.count - offset }
    }

    /// How many bytes the body has, if that is known.
    let length: Int?
    private let state = Locked(State())

    init(length: Int?) {
      self.length = length
    }

    /// Copies the next bytes out, and gives the feeder that may go on.
    func take(
      into target: UnsafeMutableRawBufferPointer
    ) -> (Piece, feeder: CheckedContinuation<Void, Never>?) {
      state.withLock { state in
        guard state.count > 0 else {
          if state.isWhole { return (.end, nil) }
          state.loopAwaitsBytes = true
          return (.later, nil)
        }
        let count = min(target.count, state.count)
        state.bytes.withUnsafeBytes { source in
          target.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[state.offset..<state.offset + count]))
        }
        state.offset += count
        if state.count == 0 {
          state.bytes.removeAll(keepingCapacity: true)
          state.offset = 0
        }
        let feeder = state.count < Self.highWater ? state.feeder : nil
        if feeder != nil { state.feeder = nil }
        return (.bytes(count), feeder)
      }
    }

    /// Takes bytes in if there is room.
    func offer(_ piece: inout [UInt8]) -> Offer {
      state.withLock { state in
        if state.isClosed { return .closed }
        if state.count >= Self.highWater { return .full }
        if state.bytes.isEmpty {
          swap(&state.bytes, &piece)
        } else {
          // What has been sent goes first: a reader that keeps ahead would never let it go.
          state.bytes.removeFirst(state.offset)
          state.offset = 0
          state.bytes += piece
        }
        piece.removeAll(keepingCapacity: true)
        defer { state.loopAwaitsBytes = false }
        return .taken(tellLoop: state.loopAwaitsBytes)
      }
    }

    /// Says that no more bytes come; whether the loop waits to hear of it.
    func finish() -> Bool {
      state.withLock { state in
        state.isWhole = true
        defer { state.loopAwaitsBytes = false }
        return state.loopAwaitsBytes
      }
    }

    /// Says that nobody wants bytes any more, and gives the feeder that waits for room.
    func close() -> CheckedContinuation<Void, Never>? {
      state.withLock { state in
        state.isClosed = true
        state.bytes = []
        state.offset = 0
        defer { state.feeder = nil }
        return state.feeder
      }
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
#endif
