internal import Foundation
internal import GatewayHTTP
internal import GatewayStore

/// A category as clients see it.
struct CategoryDocument: Encodable {
  let id: String
  let name: String
  let createdAt: String
  let updatedAt: String
  let version: Int

  init(_ category: GatewayStore.Category) {
    id = category.id
    name = category.name
    createdAt = RFC3339.format(category.createdAt)
    updatedAt = RFC3339.format(category.updatedAt)
    version = category.version
  }
}

/// What a client sends to make a category.
struct NewCategory: Decodable {
  let name: String
}

/// What a client sends to change a category: a member that is absent stays as it is.
struct CategoryPatch: Decodable {
  let name: String?

  private enum CodingKeys: CodingKey {
    case name
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = container.contains(.name) ? try container.decode(String.self, forKey: .name) : nil
  }
}

/// What a name must be: 1–80 characters without the white space around it.
enum CategoryName {
  static func validate(_ name: String) throws(Problem) -> String {
    try Line.validate(name, at: "/name", characters: 80, bytes: 2048)
  }
}
