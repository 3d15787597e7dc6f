internal import Foundation
internal import GatewayCrypto
internal import GatewayStore

/// The development users, and what they have to do.
enum DemoData {
  static let password = "maru-demo"

  private static let lists: [(name: String, tenant: String, todos: [(String, Bool)])] = [
    (
      "minji", "hanok",
      [
        ("장보기: 두부, 대파, 계란 🥚", false),
        ("할머니께 전화드리기 ☎️", true),
        ("마루 청소하기 🧹", false),
        ("부산행 KTX 예매 🚄", false),
      ]
    ),
    (
      "alex", "harbour",
      [
        ("Buy oat milk 🥛", false),
        ("Call the dentist", false),
        ("Read “The Left Hand of Darkness” 📚", true),
        ("Fix the garden gate 🔧", false),
      ]
    ),
  ]

  /// Adds the users that are not there yet, with their todos.
  static func seed(_ transaction: any StoreTransaction, _ surroundings: Surroundings) throws {
    for list in lists where try !transaction.hasUser(named: list.name) {
      let hash = PasswordHash(of: password, using: surroundings.random)
      _ = try transaction.addUser(
        User(
          id: list.name, name: list.name, tenant: list.tenant, passwordSalt: hash.salt,
          passwordKey: hash.key, passwordCost: hash.cost))
      for (title, isDone) in list.todos {
        _ = try transaction.createTodo(
          id: surroundings.makeUUID(), title: title, isDone: isDone, categoryID: nil, of: list.name,
          at: surroundings.now())
      }
    }
  }
}
