public import MaruContract
internal import MaruHTTP

extension CallSending {
  /// A list whose pages name the cursor of the next.
  ///
  /// ```swift
  /// let pages = client.pages(next: \.nextCursor) { .get("/v1/todos", query: ["cursor": $0]) }
  /// for try await todo in pages.items(\.todos) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - cursor: the cursor behind a page; nil if it is the last.
  ///   - start: the first page's cursor, as one that was kept; nil: the list's beginning.
  ///   - fetching: whether a page is fetched before it is asked for.
  ///   - context: on whose behalf.
  ///   - endpoint: how to ask for the page at a cursor.
  public func pages<Page: Sendable>(
    next cursor: @escaping @Sendable (Page) -> String?, from start: String? = nil,
    fetching: PageFetching = .onDemand, context: CallContext = CallContext(),
    _ endpoint: @escaping @Sendable (String?) -> Endpoint<Page>
  ) -> PageSequence<Page> {
    PageSequence(
      client: self, context: context, fetching: fetching,
      first: .init(key: start.map { ":\($0)" } ?? "", endpoint: endpoint(start))
    ) { _, response in
      cursor(response.value).map { .init(key: ":\($0)", endpoint: endpoint($0)) }
    }
  }

  /// A list whose answers link to the next page (`Link: <…>; rel="next"`, RFC 8288).
  ///
  /// Links stay with the configured origin: one that leads elsewhere ends the sequence with the code
  /// `malformedResponse`, and nothing is sent there.
  ///
  /// - Parameters:
  ///   - first: how to ask for the first page.
  ///   - fetching: whether a page is fetched before it is asked for.
  ///   - context: on whose behalf.
  public func pages<Page: Sendable>(
    linkedFrom first: Endpoint<Page>, fetching: PageFetching = .onDemand,
    context: CallContext = CallContext()
  ) -> PageSequence<Page> {
    PageSequence(
      client: self, context: context, fetching: fetching, first: .init(key: "", endpoint: first)
    ) { step, response in
      guard let link = response.links.first(where: { $0.relations.contains("next") }) else {
        return nil
      }
      return .init(key: link.target, endpoint: step.endpoint.following(link.target))
    }
  }

  /// A list whose pages are numbered.
  ///
  /// - Parameters:
  ///   - number: the first page's number.
  ///   - isLast: whether a page is the last, as an empty one is.
  ///   - fetching: whether a page is fetched before it is asked for.
  ///   - context: on whose behalf.
  ///   - endpoint: how to ask for a page.
  public func pages<Page: Sendable>(
    numberedFrom number: Int, until isLast: @escaping @Sendable (Page) -> Bool,
    fetching: PageFetching = .onDemand, context: CallContext = CallContext(),
    _ endpoint: @escaping @Sendable (Int) -> Endpoint<Page>
  ) -> PageSequence<Page> {
    PageSequence(
      client: self, context: context, fetching: fetching,
      first: .init(key: "\(number)", endpoint: endpoint(number))
    ) { step, response in
      guard !isLast(response.value), let last = Int(step.key), last < .max else { return nil }
      return .init(key: "\(last + 1)", endpoint: endpoint(last + 1))
    }
  }
}
