internal import GatewayHTTP
internal import GatewayStore

/// Which part of a list a client asks for.
struct TodoListQuery: Hashable {
  /// 1–100; 50 by default.
  var limit = 50
  var filter = TodoFilter()
  /// Behind which place the page begins; nil for the first page.
  var place: Int64?

  /// Reads what the route's declaration has let through.
  ///
  /// - Throws: ``Problem``, 422, if the cursor is none.
  init(_ target: RequestTarget) throws(Problem) {
    guard let query = target.query else { throw .malformed("the query is not well encoded") }
    if let number = query["limit"].flatMap(Int.init) { limit = number }
    filter.isDone = query["done"].map { $0 == "true" }
    filter.categoryID = query["category"]?.lowercased()
    place = try ListCursor.place(in: query)
  }

  /// Where the part behind a place is.
  func link(to next: Int64) -> String {
    ListCursor.link(
      "/v1/todos", limit: limit, next: next,
      // A UUID, as the declaration has it.
      [filter.isDone.map { "done=\($0)" }, filter.categoryID.map { "category=\($0)" }]
        .compactMap { $0 })
  }
}
