internal import struct Foundation.Date

extension SQLiteTransaction {
  func todo(id: String, of user: String) throws -> Todo? {
    try connection.todo(id: id, of: user)
  }

  func createTodo(
    id: String, title: String, isDone: Bool, categoryID: String?, of user: String, at now: Date
  ) throws -> Todo {
    let at = Date(milliseconds: now.milliseconds)
    let todo = Todo(
      id: id, title: title, isDone: isDone, categoryID: categoryID, version: 1, createdAt: at,
      updatedAt: at)
    let sequence = try record(.created, todo, of: user)
    try connection.run(
      """
      INSERT INTO todos
        (id, user_id, title, done, category_id, version, created_at, updated_at, created_sequence)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(id), .text(user), .text(title), .integer(isDone ? 1 : 0), .optional(categoryID),
      .integer(1), .integer(at.milliseconds), .integer(at.milliseconds), .integer(sequence))
    return todo
  }

  func changeTodo(
    id: String, title: String?, isDone: Bool?, category: CategoryChoice, of user: String,
    at now: Date
  ) throws -> Todo? {
    guard let old = try connection.todo(id: id, of: user) else { return nil }
    var todo = old
    todo.title = title ?? old.title
    todo.isDone = isDone ?? old.isDone
    switch category {
    case .unchanged: break
    case .cleared: todo.categoryID = nil
    case .category(let id): todo.categoryID = id
    }
    guard todo != old else { return old }
    return try write(todo, of: user, at: now)
  }

  func deleteTodo(id: String, of user: String, at now: Date) throws -> Bool {
    guard var todo = try connection.todo(id: id, of: user) else { return false }
    todo.version += 1
    todo.updatedAt = Date(milliseconds: now.milliseconds)
    _ = try record(.deleted, todo, of: user)
    try connection.run("DELETE FROM todos WHERE id = ?", .text(id))
    return true
  }

  /// Writes a todo that was changed, as its next version.
  func write(_ changed: Todo, of user: String, at now: Date) throws -> Todo {
    var todo = changed
    todo.version += 1
    todo.updatedAt = Date(milliseconds: now.milliseconds)
    _ = try record(.changed, todo, of: user)
    try connection.run(
      """
      UPDATE todos SET title = ?, done = ?, category_id = ?, version = ?, updated_at = ?
      WHERE id = ?
      """,
      .text(todo.title), .integer(todo.isDone ? 1 : 0), .optional(todo.categoryID),
      .integer(todo.version), .integer(todo.updatedAt.milliseconds), .text(todo.id))
    return todo
  }

  private func record(_ kind: Change.Kind, _ todo: Todo, of user: String) throws -> Int64 {
    try record(
      kind, .todo, id: todo.id, title: todo.title, isDone: todo.isDone,
      categoryID: todo.categoryID, version: todo.version, of: user, at: todo.updatedAt)
  }

  /// Appends to the changes, whose number is taken inside the transaction: in commit order.
  func record(
    _ kind: Change.Kind, _ subject: Change.Subject, id: String, title: String, isDone: Bool,
    categoryID: String?, version: Int, of user: String, at: Date
  ) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO changes
        (user_id, subject, subject_id, kind, title, done, category_id, version, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(user), .text(subject.rawValue), .text(id), .text(kind.rawValue), .text(title),
      .integer(isDone ? 1 : 0), .optional(categoryID), .integer(version),
      .integer(at.milliseconds))
    return connection.lastInsertedID
  }
}
