internal import struct Foundation.Date

extension SQLiteTransaction {
  func beginSession(
    id: String, of user: String, device: String?, tokens: IssuedTokens, at now: Date
  ) throws {
    try forgetExpiredTokens(at: now)
    try connection.run(
      """
      INSERT INTO token_families
        (id, user_id, used_generation, used_hash, seen_generation, device, created_at, last_used_at,
         expires_at)
      VALUES (?, ?, 0, ?, 0, ?, ?, ?, ?)
      """,
      .text(id), .text(user), .blob([]), .optional(device), .integer(now.milliseconds),
      .integer(now.milliseconds), .integer(tokens.refreshExpiry.milliseconds))
    try add(tokens, family: id, generation: 1)
  }

  func rotate(hash: [UInt8], to tokens: IssuedTokens, at now: Date) throws -> Rotation {
    guard let found = try connection.refreshToken(hash: hash, at: now) else { return .unknown }
    var family = found.family
    switch family.refresh(hash: hash, generation: found.generation) {
    case .rotate(let next):
      try forgetExpiredTokens(at: now)
      try write(family, id: found.sessionID, at: now)
      try connection.run(
        "UPDATE token_families SET expires_at = max(expires_at, ?) WHERE id = ?",
        .integer(tokens.refreshExpiry.milliseconds), .text(found.sessionID))
      try add(tokens, family: found.sessionID, generation: next)
      return .rotated
    case .reused:
      try write(family, id: found.sessionID, at: now)
      return .reused(sessionID: found.sessionID)
    case .ended:
      return .ended
    }
  }

  func useAccessToken(hash: [UInt8], at now: Date) throws -> AccessGrant? {
    guard let found = try connection.accessToken(hash: hash, at: now) else { return nil }
    var family = found.family
    guard family.access(generation: found.generation) else { return nil }
    if family != found.family { try write(family, id: found.grant.sessionID, at: now) }
    return found.grant
  }

  func endSession(id: String, of user: String) throws -> Bool {
    // The row is matched also if it has ended already: asking twice is no mistake.
    try connection.run(
      "UPDATE token_families SET is_revoked = 1 WHERE id = ? AND user_id = ?", .text(id),
      .text(user)) > 0
  }

  func endSession(ofToken hash: [UInt8]) throws {
    try connection.run(
      """
      UPDATE token_families SET is_revoked = 1 WHERE id IN (
        SELECT family_id FROM refresh_tokens WHERE hash = ?
        UNION SELECT family_id FROM access_tokens WHERE hash = ?)
      """, .blob(hash), .blob(hash))
  }

  private func write(_ family: TokenFamily, id: String, at now: Date) throws {
    try connection.run(
      """
      UPDATE token_families
      SET used_generation = ?, used_hash = ?, seen_generation = ?, is_revoked = ?, last_used_at = ?
      WHERE id = ?
      """,
      .integer(family.usedGeneration), .blob(family.usedHash), .integer(family.seenGeneration),
      .integer(family.isRevoked ? 1 : 0), .integer(now.milliseconds), .text(id))
  }

  private func add(_ tokens: IssuedTokens, family: String, generation: Int) throws {
    try connection.run(
      "INSERT INTO refresh_tokens (hash, family_id, generation, expires_at) VALUES (?, ?, ?, ?)",
      .blob(tokens.refreshHash), .text(family), .integer(generation),
      .integer(tokens.refreshExpiry.milliseconds))
    try connection.run(
      "INSERT INTO access_tokens (hash, family_id, generation, expires_at) VALUES (?, ?, ?, ?)",
      .blob(tokens.accessHash), .text(family), .integer(generation),
      .integer(tokens.accessExpiry.milliseconds))
  }

  private func forgetExpiredTokens(at now: Date) throws {
    try connection.run(
      "DELETE FROM refresh_tokens WHERE expires_at <= ?", .integer(now.milliseconds))
    try connection.run(
      "DELETE FROM access_tokens WHERE expires_at <= ?", .integer(now.milliseconds))
  }
}

extension SQLiteConnection {
  /// A refresh token that has not expired, and its family.
  ///
  /// The index is looked up by a digest: how long that takes tells nothing about a token.
  func refreshToken(
    hash: [UInt8], at now: Date
  ) throws(StoreError) -> (generation: Int, sessionID: String, family: TokenFamily)? {
    try query(
      """
      SELECT used_generation, used_hash, seen_generation, is_revoked, generation, family_id
      FROM refresh_tokens JOIN token_families ON family_id = id
      WHERE hash = ? AND refresh_tokens.expires_at > ?
      """, .blob(hash), .integer(now.milliseconds)
    ) { row in
      (generation: row.int(4), sessionID: row.text(5), family: TokenFamily(row))
    }.first
  }

  /// An access token that has not expired, what it stands for, and its family.
  func accessToken(
    hash: [UInt8], at now: Date
  ) throws(StoreError) -> (generation: Int, grant: AccessGrant, family: TokenFamily)? {
    try query(
      """
      SELECT used_generation, used_hash, seen_generation, is_revoked, generation, family_id,
        user_id, tenant
      FROM access_tokens JOIN token_families ON family_id = token_families.id
        JOIN users ON user_id = users.id
      WHERE hash = ? AND access_tokens.expires_at > ?
      """, .blob(hash), .integer(now.milliseconds)
    ) { row in
      let generation = row.int(4)
      let family = TokenFamily(row)
      let grant = AccessGrant(
        userID: row.text(6), tenant: row.text(7), sessionID: row.text(5),
        isFirstUse: generation > family.seenGeneration)
      return (generation: generation, grant: grant, family: family)
    }.first
  }

  /// A user's sessions that have neither ended nor expired, last used first.
  func sessions(of user: String, at now: Date, limit: Int) throws(StoreError) -> [Session] {
    try query(
      """
      SELECT id, device, created_at, last_used_at, expires_at FROM token_families
      WHERE user_id = ? AND is_revoked = 0 AND expires_at > ?
      ORDER BY last_used_at DESC, id LIMIT ?
      """, .text(user), .integer(now.milliseconds), .integer(limit)
    ) { row in
      Session(
        id: row.text(0), device: row.optionalText(1),
        createdAt: Date(milliseconds: row.integer(2)),
        lastUsedAt: Date(milliseconds: row.integer(3)),
        expiresAt: Date(milliseconds: row.integer(4)))
    }
  }
}

extension TokenFamily {
  /// Reads a family from the first columns of a row.
  fileprivate init(_ row: SQLiteRow) {
    self.init(
      usedGeneration: row.int(0), usedHash: row.blob(1), seenGeneration: row.int(2),
      isRevoked: row.int(3) != 0)
  }
}
