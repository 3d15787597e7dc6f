public import MaruContract
internal import MaruSystem

/// What a delegate or a callback that is called many times tells, as a sequence.
///
/// Cold: nothing is subscribed until the first element is asked for, and each iterator has a
/// subscription of its own. Elements come in the order in which the source gives them. It ends when
/// the source says so, with its error if there is one, and with `CancellationError` when the reading
/// task is cancelled. When the reader stops, in whatever way, the subscription is taken back at once
/// and once.
///
/// ```swift
/// let places = CallbackStream<Place>(buffer: .newest(1)) { sink in
///   let watch = locator.watch { sink($0) }
///   return { watch.stop() }
/// }
/// for try await place in places { … }
/// ```
public struct CallbackStream<Element: Sendable>: AsyncSequence, Sendable {
  /// What can end it: the source's error, or `CancellationError`.
  public typealias Failure = any Error
  /// Subscribes to a source, and returns what takes the subscription back.
  public typealias Start = @Sendable (CallbackSink<Element>) throws -> @Sendable () -> Void

  private let buffer: StreamBuffer
  private let start: Start
  private let drops = Locked(0)

  /// Makes a sequence; nothing happens until it is read.
  ///
  /// - Parameters:
  ///   - buffer: what becomes of elements that come faster than they are read. No default: only the
  ///     caller knows what they mean.
  ///   - start: subscribes to the source, and returns what takes the subscription back. What it
  ///     throws ends the sequence.
  public init(buffer: StreamBuffer, start: @escaping Start) {
    self.buffer = buffer
    self.start = start
  }

  /// How many elements have been dropped for want of room, over all iterators.
  public var droppedElements: Int { drops.withLock { $0 } }

  /// Makes an iterator that subscribes when it is first asked.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscribe: { [self] in subscription() })
  }

  private func subscription() -> AsyncThrowingStream<Element, any Error> {
    let policy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy =
      switch buffer {
      case .newest(let count): .bufferingNewest(Swift.max(count, 0))
      case .oldest(let count): .bufferingOldest(Swift.max(count, 0))
      case .unbounded: .unbounded
      }
    let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream(
      bufferingPolicy: policy)
    let subscription = Subscription()
    continuation.onTermination = { _ in subscription.end() }
    let drops = drops
    let sink = CallbackSink<Element>(
      yield: { element in
        if case .dropped = continuation.yield(element) { drops.withLock { $0 += 1 } }
      }, finish: { continuation.finish(throwing: $0) })
    do {
      subscription.begin(stop: try start(sink))
    } catch {
      continuation.finish(throwing: error)
    }
    return stream
  }

  /// Reads one subscription.
  public struct Iterator: AsyncIteratorProtocol {
    private var subscribe: (() -> AsyncThrowingStream<Element, any Error>)?
    private var elements: AsyncThrowingStream<Element, any Error>.Iterator?

    fileprivate init(subscribe: @escaping () -> AsyncThrowingStream<Element, any Error>) {
      self.subscribe = subscribe
    }

    /// The next element; nil when the source has ended.
    ///
    /// - Throws: the source's error, or `CancellationError` if and only if the task was cancelled:
    ///   a sequence that was left is not one that is complete.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Element? {
      try Task.checkCancellation()
      if let subscribe {
        self.subscribe = nil
        elements = subscribe().makeAsyncIterator()
      }
      let element = try await elements?.next(isolation: actor)
      if element == nil { try Task.checkCancellation() }
      return element
    }

    /// The next element.
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }
  }
}

/// Where a source puts its elements, from any thread.
public struct CallbackSink<Element: Sendable>: Sendable {
  let yield: @Sendable (Element) -> Void
  let finish: @Sendable ((any Error)?) -> Void

  /// Gives the reader an element; does nothing once it has stopped reading.
  public func callAsFunction(_ element: Element) { yield(element) }

  /// Ends the sequence after what has been given.
  ///
  /// - Parameter error: what the reader gets then; nil: a good end.
  public func finish(throwing error: (any Error)? = nil) { finish(error) }
}

/// A subscription that is taken back once, also if the reader has stopped while it was being made.
private final class Subscription: Sendable {
  private enum State {
    case starting
    case running(@Sendable () -> Void)
    case over
  }
  private let state = Locked(State.starting)

  func begin(stop: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .running(stop)
      return false
    }
    if isOver { stop() }
  }

  func end() {
    let stop: (@Sendable () -> Void)? = state.withLock { state in
      defer { state = .over }
      if case .running(let stop) = state { return stop }
      return nil
    }
    stop?()
  }
}
