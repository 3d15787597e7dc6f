internal import MaruContract
internal import MaruSystem

/// Events between a connection and its reader: bounded, counted, and left once.
final class EventQueue<Element: Sendable>: Sendable {
  private enum Ending {
    case open
    case finished((any Error)?)
    /// The reader is gone.
    case left
  }
  private struct State {
    var elements: [Element] = []
    /// Where the first element that has not been read stands: taking from an array's front is slow.
    var first = 0
    var readers: [CheckedContinuation<Element?, any Error>] = []
    var writers: [CheckedContinuation<Void, Never>] = []
    var ending = Ending.open
    var whenLeft: (@Sendable () -> Void)?

    var count: Int { elements.count - first }

    mutating func take() -> Element? {
      guard count > 0 else { return nil }
      let element = elements[first]
      first += 1
      if first == elements.count || first > 1_024 {
        elements.removeFirst(first)
        first = 0
      }
      return element
    }

    mutating func takeWriters() -> [CheckedContinuation<Void, Never>] {
      defer { writers = [] }
      return writers
    }
  }
  private let state = Locked(State())
  private let buffer: EventBuffer
  private let countDrop: @Sendable () -> Void

  /// - Parameter countDrop: called for each event that is dropped.
  init(_ buffer: EventBuffer, countDrop: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.countDrop = countDrop
  }

  // MARK: The connection's side

  /// Gives the reader an event; waits for room if the buffer says so.
  ///
  /// - Throws: `CancellationError` if the task was cancelled while it waited.
  /// - Returns: whether somebody still reads.
  @discardableResult func put(_ element: Element) async throws -> Bool {
    while true {
      switch offer(element) {
      case .taken: return true
      case .dropped:
        countDrop()
        return true
      case .left: return false
      case .full: try await room()
      }
    }
  }

  /// Puts what came before the reader did in front, as far as the buffer has room for it.
  func prefill(_ elements: [Element]) {
    state.withLock { state in
      let room: Int? =
        switch buffer {
        case .suspend(let limit): max(limit, 1)
        case .newest(let limit), .oldest(let limit): max(limit, 0)
        case .unbounded: nil
        }
      state.elements.insert(contentsOf: elements.suffix(room ?? elements.count), at: state.first)
    }
  }

  private enum Offer { case taken, dropped, left, full }

  private func offer(_ element: Element) -> Offer {
    let (offer, reader) = state.withLock {
      state -> (Offer, CheckedContinuation<Element?, any Error>?) in
      guard case .open = state.ending else { return (.left, nil) }
      if !state.readers.isEmpty { return (.taken, state.readers.removeFirst()) }
      switch buffer {
      case .suspend(let limit) where state.count >= max(limit, 1): return (.full, nil)
      case .oldest(let limit) where state.count >= limit: return (.dropped, nil)
      case .newest(let limit) where limit <= 0: return (.dropped, nil)
      case .newest(let limit) where state.count >= limit:
        _ = state.take()
        state.elements.append(element)
        return (.dropped, nil)
      default:
        state.elements.append(element)
        return (.taken, nil)
      }
    }
    reader?.resume(returning: element)
    return offer
  }

  private func room() async throws {
    try Task.checkCancellation()
    await withTaskCancellationHandler {
      await Waiting.for("room for an event") {
        await withCheckedContinuation { continuation in
          let isOver = state.withLock { state in
            if case .suspend(let limit) = buffer, case .open = state.ending,
              state.count >= max(limit, 1), !Task.isCancelled
            {
              state.writers.append(continuation)
              return false
            }
            return true
          }
          if isOver { continuation.resume() }
        }
      }
    } onCancel: {
      wakeWriters()
    }
    try Task.checkCancellation()
  }

  private func wakeWriters() {
    for writer in state.withLock({ $0.takeWriters() }) { writer.resume() }
  }

  /// Ends after what has been given.
  func finish(_ error: (any Error)?) {
    let (readers, writers) = state.withLock {
      state -> ([CheckedContinuation<Element?, any Error>], [CheckedContinuation<Void, Never>]) in
      guard case .open = state.ending else { return ([], []) }
      let readers = state.readers
      state.readers = []
      // Told once: whoever asks again after an error gets nil. Who waits has emptied the buffer.
      state.ending = .finished(readers.isEmpty ? error : nil)
      return (readers, state.takeWriters())
    }
    for (index, reader) in readers.enumerated() {
      if index == 0, let error {
        reader.resume(throwing: error)
      } else {
        reader.resume(returning: nil)
      }
    }
    for writer in writers { writer.resume() }
  }

  // MARK: The reader's side

  /// The next event; nil once there can be none.
  ///
  /// - Throws: the connection's error, once; `CancellationError` if the task was cancelled.
  func next() async throws -> Element? {
    try await withTaskCancellationHandler {
      try await Waiting.for("the next event") {
        try await withCheckedThrowingContinuation { continuation in
          read(continuation)
        }
      }
    } onCancel: {
      leave()
    }
  }

  private enum Reading {
    case element(Element)
    case end((any Error)?)
    case later
  }

  private func read(_ continuation: CheckedContinuation<Element?, any Error>) {
    let (reading, writers) = state.withLock {
      state -> (Reading, [CheckedContinuation<Void, Never>]) in
      if case .left = state.ending { return (.end(CancellationError()), []) }
      if let element = state.take() { return (.element(element), state.takeWriters()) }
      if case .finished(let error) = state.ending {
        state.ending = .finished(nil)
        return (.end(error), [])
      }
      state.readers.append(continuation)
      return (.later, [])
    }
    switch reading {
    case .element(let element): continuation.resume(returning: element)
    case .end(let error?): continuation.resume(throwing: error)
    case .end(nil): continuation.resume(returning: nil)
    case .later: break
    }
    for writer in writers { writer.resume() }
  }

  /// Says what ends the connection when the reader is gone; at once, if it is.
  func whenLeft(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if case .left = state.ending { return true }
      state.whenLeft = action
      return false
    }
    if isLate { action() }
  }

  /// The reader is gone: what waits ends, and the connection is told, once.
  func leave() {
    let (readers, writers, whenLeft) = state.withLock {
      state -> (
        [CheckedContinuation<Element?, any Error>], [CheckedContinuation<Void, Never>],
        (@Sendable () -> Void)?
      ) in
      if case .left = state.ending { return ([], [], nil) }
      state.ending = .left
      state.elements = []
      state.first = 0
      defer {
        state.readers = []
        state.whenLeft = nil
      }
      return (state.readers, state.takeWriters(), state.whenLeft)
    }
    whenLeft?()
    for reader in readers { reader.resume(throwing: CancellationError()) }
    for writer in writers { writer.resume() }
  }
}
