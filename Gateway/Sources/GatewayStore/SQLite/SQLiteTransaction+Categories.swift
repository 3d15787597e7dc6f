internal import struct Foundation.Date

extension SQLiteTransaction {
  func category(id: String, of user: String) throws -> Category? {
    try connection.category(id: id, of: user)
  }

  func countCategories(of user: String) throws -> Int {
    try connection.query("SELECT count(*) FROM categories WHERE user_id = ?", .text(user)) {
      $0.int(0)
    }.first ?? 0
  }

  func createCategory(
    id: String, name: String, of user: String, at now: Date
  ) throws -> Category {
    let at = Date(milliseconds: now.milliseconds)
    let category = Category(id: id, name: name, version: 1, createdAt: at, updatedAt: at)
    let sequence = try record(.created, category, of: user)
    try connection.run(
      """
      INSERT INTO categories
        (id, user_id, name, version, created_at, updated_at, created_sequence)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .text(id), .text(user), .text(name), .integer(1), .integer(at.milliseconds),
      .integer(at.milliseconds), .integer(sequence))
    return category
  }

  func changeCategory(
    id: String, name: String?, of user: String, at now: Date
  ) throws -> Category? {
    guard var category = try connection.category(id: id, of: user) else { return nil }
    guard let name, name != category.name else { return category }
    category.name = name
    category.version += 1
    category.updatedAt = Date(milliseconds: now.milliseconds)
    _ = try record(.changed, category, of: user)
    try connection.run(
      "UPDATE categories SET name = ?, version = ?, updated_at = ? WHERE id = ?",
      .text(name), .integer(category.version), .integer(category.updatedAt.milliseconds),
      .text(id))
    return category
  }

  func deleteCategory(id: String, of user: String, at now: Date) throws -> Bool {
    guard var category = try connection.category(id: id, of: user) else { return false }
    for var todo in try connection.todos(inCategory: id, of: user) {
      todo.categoryID = nil
      _ = try write(todo, of: user, at: now)
    }
    category.version += 1
    category.updatedAt = Date(milliseconds: now.milliseconds)
    _ = try record(.deleted, category, of: user)
    try connection.run("DELETE FROM categories WHERE id = ?", .text(id))
    return true
  }

  private func record(_ kind: Change.Kind, _ category: Category, of user: String) throws -> Int64 {
    try record(
      kind, .category, id: category.id, title: category.name, isDone: false, categoryID: nil,
      version: category.version, of: user, at: category.updatedAt)
  }
}
