internal import struct Foundation.Date

/// The questions that the writer asks inside its transactions and the reader outside.
extension SQLiteConnection {
  private static let todoColumns =
    "id, title, done, version, created_at, updated_at, category_id"

  private static func todo(_ row: SQLiteRow) -> Todo {
    Todo(
      id: row.text(0), title: row.text(1), isDone: row.int(2) != 0, categoryID: row.optionalText(6),
      version: row.int(3),
      createdAt: Date(milliseconds: row.integer(4)), updatedAt: Date(milliseconds: row.integer(5)))
  }

  func todo(id: String, of user: String) throws(StoreError) -> Todo? {
    try query(
      "SELECT \(Self.todoColumns) FROM todos WHERE id = ? AND user_id = ?", .text(id),
      .text(user), row: Self.todo
    ).first
  }

  /// Newest first; each with its place, by which the next page begins.
  func todos(
    of user: String, _ filter: TodoFilter, before place: Int64, limit: Int
  ) throws(StoreError) -> [(todo: Todo, place: Int64)] {
    let isDone: SQLiteValue = filter.isDone.map { .integer($0 ? 1 : 0) } ?? .null
    return try query(
      """
      SELECT \(Self.todoColumns), created_sequence FROM todos
      WHERE user_id = ?1 AND created_sequence < ?2 AND (?3 IS NULL OR done = ?3)
        AND (?5 IS NULL OR category_id = ?5)
      ORDER BY created_sequence DESC LIMIT ?4
      """, .text(user), .integer(place), isDone, .integer(limit),
      .optional(filter.categoryID)
    ) { (Self.todo($0), $0.integer(7)) }
  }

  private static let categoryColumns = "id, name, version, created_at, updated_at"

  private static func category(_ row: SQLiteRow) -> Category {
    Category(
      id: row.text(0), name: row.text(1), version: row.int(2),
      createdAt: Date(milliseconds: row.integer(3)), updatedAt: Date(milliseconds: row.integer(4)))
  }

  func category(id: String, of user: String) throws(StoreError) -> Category? {
    try query(
      "SELECT \(Self.categoryColumns) FROM categories WHERE id = ? AND user_id = ?", .text(id),
      .text(user), row: Self.category
    ).first
  }

  /// Oldest first; each with its place, by which the next page begins.
  func categories(
    of user: String, behind place: Int64, limit: Int
  ) throws(StoreError) -> [(category: Category, place: Int64)] {
    try query(
      """
      SELECT \(Self.categoryColumns), created_sequence FROM categories
      WHERE user_id = ? AND created_sequence > ? ORDER BY created_sequence LIMIT ?
      """, .text(user), .integer(place), .integer(limit)
    ) { (Self.category($0), $0.integer(5)) }
  }

  func todos(inCategory id: String, of user: String) throws(StoreError) -> [Todo] {
    try query(
      "SELECT \(Self.todoColumns) FROM todos WHERE category_id = ? AND user_id = ?", .text(id),
      .text(user), row: Self.todo)
  }

  func answer(
    toKey key: String, of user: String, at now: Date
  ) throws(StoreError) -> StoredAnswer? {
    try query(
      """
      SELECT fingerprint, status, location, entity_tag, body, completed_at FROM idempotency_keys
      WHERE user_id = ? AND key = ? AND expires_at > ?
      """, .text(user), .text(key), .integer(now.milliseconds)
    ) { row in
      StoredAnswer(
        fingerprint: row.blob(0), status: row.int(1), location: row.optionalText(2),
        eTag: row.optionalText(3), body: row.blob(4),
        completedAt: Date(milliseconds: row.integer(5)))
    }.first
  }

  func user(where column: String, is value: String) throws(StoreError) -> User? {
    try query(
      """
      SELECT id, name, tenant, password_salt, password_key, password_cost FROM users
      WHERE \(column) = ?
      """, .text(value)
    ) { row in
      User(
        id: row.text(0), name: row.text(1), tenant: row.text(2), passwordSalt: row.blob(3),
        passwordKey: row.blob(4), passwordCost: row.int(5))
    }.first
  }
}
