internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// A server's list, page by page.
///
/// Cold: the first page is asked for when it is wanted, and each iterator begins at the first. Pages
/// come in the server's order and none twice: a server whose pages lead in a circle ends the sequence
/// with the code `malformedResponse`. It ends with nil behind the last page, with the `CallError` of a
/// page that failed, and with `CancellationError` if and only if the task was cancelled; after that
/// it stays ended. Leaving ends what is being fetched ahead at once. Each page is a call of its own,
/// with retries and a deadline of its own.
public struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = Page
  /// `CallError` or `CancellationError`.
  public typealias Failure = any Error

  /// How to ask for a page, and what it is told from others by.
  struct Step: Sendable {
    var key: String
    var endpoint: Endpoint<Page>
  }
  let client: any CallSending
  let context: CallContext
  let fetching: PageFetching
  let first: Step
  let next: @Sendable (Step, CallResponse<Page>) -> Step?

  /// Makes an iterator that begins at the first page.
  public func makeAsyncIterator() -> Iterator {
    Iterator(fetcher: PageFetcher(self))
  }

  /// The same as a sequence of what is on the pages.
  public func items<Items: Sequence & Sendable>(
    _ items: @escaping @Sendable (Page) -> Items
  ) -> PageItems<Page, Items> where Items.Element: Sendable {
    PageItems(pages: self, items: items)
  }

  /// One loop's place among the pages.
  public struct Iterator: AsyncIteratorProtocol {
    let fetcher: PageFetcher<Page>

    /// The next page; nil behind the last.
    ///
    /// - Throws: `CallError`, or `CancellationError` if and only if the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Page? {
      try await fetcher.next()
    }

    /// The next page.
    public mutating func next() async throws -> Page? { try await next(isolation: nil) }
  }
}

/// Whether pages are fetched before they are asked for.
public enum PageFetching: Sendable, Hashable {
  /// A page is fetched when it is asked for: nothing is fetched that nobody reads.
  case onDemand
  /// While a page is read the next one is fetched, and no more: lists scroll without a stop.
  case onePageAhead
}

/// Fetches pages for one iterator, and ends what is on its way when it is let go.
final class PageFetcher<Page: Sendable>: Sendable {
  typealias Step = PageSequence<Page>.Step
  private struct State {
    var step: Step?
    var seen: Set<String> = []
    var ahead: Task<CallResponse<Page>, any Error>?
  }
  private let pages: PageSequence<Page>
  private let state: Locked<State>

  init(_ pages: PageSequence<Page>) {
    self.pages = pages
    state = Locked(State(step: pages.first, seen: [pages.first.key]))
  }

  deinit { state.withLock { $0.ahead }?.cancel() }

  func next() async throws -> Page? {
    do {
      try Task.checkCancellation()
      let (step, ahead) = state.withLock { state in
        defer { state.ahead = nil }
        return (state.step, state.ahead)
      }
      guard let step else { return nil }
      let response = try await fetch(step, ahead)
      try go(on: step, behind: response)
      return response.value
    } catch {
      state.withLock { $0.step = nil }
      throw error
    }
  }

  private func fetch(
    _ step: Step, _ ahead: Task<CallResponse<Page>, any Error>?
  ) async throws -> CallResponse<Page> {
    guard let ahead else {
      return try await pages.client.response(to: step.endpoint, context: pages.context)
    }
    return try await withTaskCancellationHandler {
      try await Waiting.for("the page that is fetched ahead") { try await ahead.value }
    } onCancel: {
      ahead.cancel()
    }
  }

  private func go(on step: Step, behind response: CallResponse<Page>) throws {
    let next = pages.next(step, response)
    let isCircle = state.withLock { state in
      state.step = next
      guard let next else { return false }
      return !state.seen.insert(next.key).inserted
    }
    guard !isCircle else {
      throw CallError(
        .malformedResponse, at: .decoding, reason: "the server's pages lead in a circle")
    }
    guard let next, pages.fetching == .onePageAhead else { return }
    let (client, context) = (pages.client, pages.context)
    // Owned by this object, which cancels it when it is let go, and awaited by the next page.
    let task = Task(executorPreference: client.timeAndChance.executor) {
      try await client.response(to: next.endpoint, context: context)
    }
    state.withLock { $0.ahead = task }
  }
}
