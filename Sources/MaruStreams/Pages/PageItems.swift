/// What is on a server's pages, one after the other; see ``PageSequence``.
public struct PageItems<Page: Sendable, Items: Sequence & Sendable>: AsyncSequence, Sendable
where Items.Element: Sendable {
  /// What is on a page.
  public typealias Element = Items.Element
  /// `CallError` or `CancellationError`.
  public typealias Failure = any Error
  let pages: PageSequence<Page>
  let items: @Sendable (Page) -> Items

  /// Makes an iterator that begins at the first page.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pages: pages.makeAsyncIterator(), items: items)
  }

  /// One loop's place among the items.
  public struct Iterator: AsyncIteratorProtocol {
    var pages: PageSequence<Page>.Iterator
    let items: @Sendable (Page) -> Items
    var current: Items.Iterator?

    init(pages: PageSequence<Page>.Iterator, items: @escaping @Sendable (Page) -> Items) {
      self.pages = pages
      self.items = items
    }

    /// The next item; nil behind the last page.
    ///
    /// - Throws: `CallError`, or `CancellationError` if and only if the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Items.Element? {
      try Task.checkCancellation()
      while true {
        if let item = current?.next() { return item }
        guard let page = try await pages.next(isolation: actor) else { return nil }
        current = items(page).makeIterator()
      }
    }

    /// The next item.
    public mutating func next() async throws -> Items.Element? { try await next(isolation: nil) }
  }
}
