/// The database's shape, step by step; recorded in `PRAGMA user_version`.
///
/// A step that was released is never edited: a new one follows it.
enum Migrations {
  static let steps = [
    Step(
      name: "users, todos, changes, idempotency keys and tokens",
      sql: """
        CREATE TABLE users (
          id TEXT PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          tenant TEXT NOT NULL,
          password_salt BLOB NOT NULL,
          password_key BLOB NOT NULL,
          password_cost INTEGER NOT NULL
        ) STRICT;

        -- The source of everything: one row per change, numbered in the order of commits.
        CREATE TABLE changes (
          sequence INTEGER PRIMARY KEY AUTOINCREMENT,
          user_id TEXT NOT NULL,
          todo_id TEXT NOT NULL,
          kind TEXT NOT NULL CHECK (kind IN ('created', 'changed', 'deleted')),
          title TEXT NOT NULL,
          done INTEGER NOT NULL CHECK (done IN (0, 1)),
          version INTEGER NOT NULL,
          at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX changes_of_user ON changes (user_id, sequence);

        -- The fold of the changes: what is left of them per todo.
        CREATE TABLE todos (
          id TEXT PRIMARY KEY,
          user_id TEXT NOT NULL,
          title TEXT NOT NULL,
          done INTEGER NOT NULL,
          version INTEGER NOT NULL,
          created_at INTEGER NOT NULL,
          updated_at INTEGER NOT NULL,
          created_sequence INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX todos_of_user ON todos (user_id, created_sequence);

        CREATE TABLE idempotency_keys (
          user_id TEXT NOT NULL,
          key TEXT NOT NULL,
          fingerprint BLOB NOT NULL,
          status INTEGER NOT NULL,
          location TEXT,
          body BLOB NOT NULL,
          completed_at INTEGER NOT NULL,
          expires_at INTEGER NOT NULL,
          PRIMARY KEY (user_id, key)
        ) STRICT;
        CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

        CREATE TABLE token_families (
          id TEXT PRIMARY KEY,
          user_id TEXT NOT NULL,
          used_generation INTEGER NOT NULL,
          used_hash BLOB NOT NULL,
          is_revoked INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE refresh_tokens (
          hash BLOB PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES token_families (id),
          generation INTEGER NOT NULL,
          expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
        """),
    Step(
      name: "categories",
      sql: """
        ALTER TABLE changes RENAME COLUMN todo_id TO subject_id;
        ALTER TABLE changes ADD COLUMN subject TEXT NOT NULL DEFAULT 'todo'
          CHECK (subject IN ('todo', 'category'));
        ALTER TABLE changes ADD COLUMN category_id TEXT;

        -- Folded from the changes, like the todos.
        CREATE TABLE categories (
          id TEXT PRIMARY KEY,
          user_id TEXT NOT NULL,
          name TEXT NOT NULL,
          version INTEGER NOT NULL,
          created_at INTEGER NOT NULL,
          updated_at INTEGER NOT NULL,
          created_sequence INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX categories_of_user ON categories (user_id, created_sequence);

        ALTER TABLE todos ADD COLUMN category_id TEXT REFERENCES categories (id);
        CREATE INDEX todos_of_category ON todos (category_id) WHERE category_id IS NOT NULL;

        ALTER TABLE idempotency_keys ADD COLUMN entity_tag TEXT;
        """),
    Step(
      name: "sessions and access tokens",
      sql: """
        -- A family is a session. What is not known of an older one is taken from today.
        ALTER TABLE token_families ADD COLUMN seen_generation INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token_families ADD COLUMN device TEXT;
        ALTER TABLE token_families ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token_families ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token_families ADD COLUMN expires_at INTEGER NOT NULL DEFAULT 0;
        UPDATE token_families SET
          seen_generation = used_generation,
          created_at = unixepoch() * 1000,
          last_used_at = unixepoch() * 1000,
          expires_at = coalesce(
            (SELECT max(expires_at) FROM refresh_tokens WHERE family_id = token_families.id), 0);
        CREATE INDEX token_families_of_user ON token_families (user_id, last_used_at);

        CREATE TABLE access_tokens (
          hash BLOB PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES token_families (id) ON DELETE CASCADE,
          generation INTEGER NOT NULL,
          expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);
        -- For the families whose last token has expired.
        CREATE INDEX refresh_tokens_of_family ON refresh_tokens (family_id);
        CREATE INDEX access_tokens_of_family ON access_tokens (family_id);
        """),
  ]

  /// One change of the shape.
  struct Step {
    let name: String
    let sql: String
  }

  /// The names of the steps that a database lacks.
  ///
  /// - Throws: ``StoreError``; also if a newer gateway has written the database, whose shape this
  ///   one does not know.
  static func pending(on connection: SQLiteConnection) throws(StoreError) -> [String] {
    steps.dropFirst(try version(of: connection)).map(\.name)
  }

  /// Brings a database to the shape of a version, each step in a transaction of its own.
  ///
  /// - Returns: the names of the steps that were made.
  /// - Throws: as ``pending(on:)``.
  static func apply(to connection: SQLiteConnection, upTo last: Int) throws -> [String] {
    var made: [String] = []
    for (index, step) in steps.prefix(last).enumerated().dropFirst(try version(of: connection)) {
      try connection.transaction {
        // Another gateway that starts at the same time may have made it meanwhile.
        guard try version(of: connection) == index else { return }
        try connection.execute(step.sql)
        // Its own statement: a pragma takes no parameter.
        try connection.execute("PRAGMA user_version = \(index + 1)")
        made.append(step.name)
      }
    }
    return made
  }

  private static func version(of connection: SQLiteConnection) throws(StoreError) -> Int {
    let version = try connection.query("PRAGMA user_version") { $0.int(0) }.first ?? 0
    guard version <= steps.count else {
      throw StoreError(
        code: 0, message: "the database is of version \(version), newer than this gateway")
    }
    return version
  }
}
