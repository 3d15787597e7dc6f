internal import struct Foundation.Date

/// A transaction on SQLite's one connection that writes.
struct SQLiteTransaction: StoreTransaction {
  let connection: SQLiteConnection

  /// One look at the table's end.
  func lastChange() throws -> Int64 { try connection.lastChange() }

  // MARK: - Idempotency keys

  /// What a key was answered; nil if it is unknown or has expired.
  func answer(toKey key: String, of user: String, at now: Date) throws -> StoredAnswer? {
    try connection.answer(toKey: key, of: user, at: now)
  }

  /// Keeps what a key was answered, and forgets what has expired.
  func remember(
    _ answer: StoredAnswer, forKey key: String, of user: String, until expiry: Date
  ) throws {
    try connection.run(
      "DELETE FROM idempotency_keys WHERE expires_at <= ?",
      .integer(answer.completedAt.milliseconds))
    try connection.run(
      """
      INSERT INTO idempotency_keys
        (user_id, key, fingerprint, status, location, entity_tag, body, completed_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(user), .text(key), .blob(answer.fingerprint), .integer(answer.status),
      .optional(answer.location), .optional(answer.eTag), .blob(answer.body),
      .integer(answer.completedAt.milliseconds), .integer(expiry.milliseconds))
  }

  // MARK: - Users

  /// Whether someone signs in with this name.
  func hasUser(named name: String) throws -> Bool {
    try connection.user(where: "name", is: name) != nil
  }

  /// Adds a user; false if the name is taken, and then nothing is changed.
  func addUser(_ user: User) throws -> Bool {
    try connection.run(
      """
      INSERT INTO users (id, name, tenant, password_salt, password_key, password_cost)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      .text(user.id), .text(user.name), .text(user.tenant), .blob(user.passwordSalt),
      .blob(user.passwordKey), .integer(user.passwordCost)) > 0
  }
}
