internal import Foundation
package import GatewayHTTP
internal import GatewayStore

/// What a client sends to make a todo.
struct NewTodo: Decodable {
  let title: String
  let done: Bool?
  let categoryId: String?
}

/// What a client sends to change a todo: a member that is absent stays as it is; null is a value of
/// the category only.
struct TodoPatch: Decodable {
  let title: String?
  let done: Bool?
  let category: CategoryChoice

  private enum CodingKeys: CodingKey {
    case title, done, categoryId
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = container.contains(.title) ? try container.decode(String.self, forKey: .title) : nil
    done = container.contains(.done) ? try container.decode(Bool.self, forKey: .done) : nil
    guard container.contains(.categoryId) else {
      category = .unchanged
      return
    }
    let id = try container.decode(String?.self, forKey: .categoryId)
    category = id.map { .category($0.lowercased()) } ?? .cleared
  }
}

/// What a title must be: 1–200 characters without the white space around it.
package enum TodoTitle {
  /// The title without the white space around it.
  ///
  /// - Throws: ``Problem``, 422, if it is empty or too long.
  package static func validate(_ title: String) throws(Problem) -> String {
    try Line.validate(title, at: "/title", characters: 200, bytes: 4096)
  }
}
