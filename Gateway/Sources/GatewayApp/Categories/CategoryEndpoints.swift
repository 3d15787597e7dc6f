internal import Foundation
internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP

/// `/v1/categories`: what each user puts todos under.
struct CategoryEndpoints: Sendable {
  /// Enough for people.
  static let most = 200

  let store: any Store
  let writes: IdempotentWrites
  let surroundings: Surroundings

  func list(_ call: Call) async throws -> Response {
    let user = call.user.userID
    guard let query = call.request.target.query else {
      throw Problem.malformed("the query is not well encoded")
    }
    let place = try ListCursor.place(in: query)
    let limit = query["limit"].flatMap(Int.init) ?? Self.most
    // Asked first: a list that is newer than its version costs one more reading, an older one lies.
    let version = Version(listAt: try await store.reader.lastChange(of: user))
    if let answer = try version.notModified(call.request) { return answer }
    let page = try await store.reader.categories(of: user, behind: place, limit: limit)
    var response = try Response.json(
      PageDocument(
        items: page.categories.map(CategoryDocument.init),
        nextCursor: page.next.map(ListCursor.text))
    ).with(version)
    if let next = page.next {
      response.setKnown(
        ListCursor.link("/v1/categories", limit: limit, next: next), for: "Link")
    }
    return response
  }

  func read(_ call: Call) async throws -> Response {
    guard let category = try await store.reader.category(id: call.id, of: call.user.userID) else {
      throw Problem.notFound
    }
    if let answer = try Version(category.version).notModified(call.request) { return answer }
    return try Self.answer(category)
  }

  func create(_ call: Call) async throws -> Response {
    let name = try CategoryName.validate(try call.decode(NewCategory.self).name)
    let user = call.user.userID
    let id = surroundings.makeUUID()
    let now = surroundings.now()
    return try await writes.perform(call) { transaction in
      guard try transaction.countCategories(of: user) < Self.most else {
        throw Problem.tooManyCategories
      }
      let category = try transaction.createCategory(id: id, name: name, of: user, at: now)
      var response = try Self.answer(category, status: 201)
      response.setKnown("/v1/categories/\(id)", for: .location)
      return response
    }
  }

  func change(_ call: Call) async throws -> Response {
    let name = try call.decode(CategoryPatch.self).name.map(CategoryName.validate)
    let user = call.user.userID
    let now = surroundings.now()
    return try await writes.perform(call) { transaction in
      try Self.check(call, transaction)
      guard
        let category = try transaction.changeCategory(id: call.id, name: name, of: user, at: now)
      else { throw Problem.notFound }
      return try Self.answer(category)
    }
  }

  func delete(_ call: Call) async throws -> Response {
    let user = call.user.userID
    let now = surroundings.now()
    return try await writes.perform(call) { transaction in
      try Self.check(call, transaction)
      guard try transaction.deleteCategory(id: call.id, of: user, at: now) else {
        throw Problem.notFound
      }
      return Response(status: 204)
    }
  }

  /// Inside the transaction: nobody changes the category between the look and the change.
  private static func check(_ call: Call, _ transaction: any StoreTransaction) throws {
    guard let category = try transaction.category(id: call.id, of: call.user.userID) else {
      throw Problem.notFound
    }
    try Version(category.version).check(call.request)
  }

  private static func answer(
    _ category: GatewayStore.Category, status: Int = 200
  ) throws -> Response {
    try .json(CategoryDocument(category), status: status).with(Version(category.version))
  }
}

extension Problem {
  fileprivate static let tooManyCategories = Problem(
    status: 409, code: "too-many-categories", title: "Too many categories",
    detail: "a user can have \(CategoryEndpoints.most)")
}
