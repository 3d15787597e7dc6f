internal import Foundation
internal import GatewayHTTP
internal import GatewayStore

/// A todo as clients see it.
struct TodoDocument: Encodable {
  let id: String
  let title: String
  let done: Bool
  let categoryId: String?
  let createdAt: String
  let updatedAt: String
  let version: Int

  init(_ todo: Todo) {
    id = todo.id
    title = todo.title
    done = todo.isDone
    categoryId = todo.categoryID
    createdAt = RFC3339.format(todo.createdAt)
    updatedAt = RFC3339.format(todo.updatedAt)
    version = todo.version
  }

  private enum CodingKeys: CodingKey {
    case id, title, done, categoryId, createdAt, updatedAt, version
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(done, forKey: .done)
    // Said even if there is none, like the cursor of a page.
    try container.encode(categoryId, forKey: .categoryId)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(version, forKey: .version)
  }
}
