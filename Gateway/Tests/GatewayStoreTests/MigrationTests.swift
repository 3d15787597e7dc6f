import CSQLite
import Foundation
import GatewayStore
import Testing

@Suite struct MigrationTests {
  private let folder: URL
  private let path: String
  private let sessions = "sessions and access tokens"

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("db.sqlite").path
  }

  private func execute(_ sql: String) {
    var database: OpaquePointer?
    #expect(sqlite3_open(path, &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close_v2(database)
  }

  @Test func `a database of the first version keeps its todos and its changes`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try SQLiteStore.migrate(path: path, upTo: 1).count == 1)
    execute(
      """
      INSERT INTO changes (user_id, todo_id, kind, title, done, version, at)
        VALUES ('minji', 'a', 'created', '마루', 0, 1, 1700000000125);
      INSERT INTO todos VALUES ('a', 'minji', '마루', 0, 1, 1700000000125, 1700000000125, 1);
      """)
    #expect(try SQLiteStore.pendingMigrations(path: path) == ["categories", sessions])
    let store = try SQLiteStore(path: path)
    let todo = try #require(try await store.reader.todo(id: "a", of: "minji"))
    #expect(todo.title == "마루")
    #expect(todo.categoryID == nil)
    let changes = try await store.reader.changes(of: "minji", after: 0, limit: 9)
    #expect(changes.map(\.subject) == [.todo])
    #expect(changes.map(\.subjectID) == ["a"])
    #expect(try SQLiteStore.pendingMigrations(path: path).isEmpty)
  }

  @Test func `who is signed in when the gateway is brought up stays signed in`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try SQLiteStore.migrate(path: path, upTo: 2)
    let now = Date()
    let expiry = Int64(now.timeIntervalSince1970 * 1000) + 60_000
    execute(
      """
      INSERT INTO users VALUES ('minji', 'minji', 'hanok', x'01', x'02', 2);
      INSERT INTO token_families VALUES ('old', 'minji', 2, x'0202', 0);
      INSERT INTO refresh_tokens VALUES (x'0101', 'old', 1, \(expiry)), (x'0303', 'old', 3, \(expiry));
      """)
    let store = try SQLiteStore(path: path)
    let session = try #require(
      try await store.reader.sessions(of: "minji", at: now, limit: 9).first)
    #expect(session.id == "old")
    #expect(session.device == nil)
    #expect(abs(session.createdAt.timeIntervalSince(now)) < 60)
    #expect(session.expiresAt.timeIntervalSince(now) > 50)
    func rotate(_ hash: [UInt8], _ number: UInt8) async throws -> Rotation {
      let tokens = IssuedTokens(
        refreshHash: [number], refreshExpiry: now.addingTimeInterval(99), accessHash: [number],
        accessExpiry: now.addingTimeInterval(99))
      return try await store.writer.transact { try $0.rotate(hash: hash, to: tokens, at: now) }
    }
    #expect(try await rotate([3, 3], 4) == .rotated)
    #expect(try await rotate([1, 1], 5) == .reused(sessionID: "old"))
  }

  @Test func `an older database is left as it is when that is asked for`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try SQLiteStore.migrate(path: path, upTo: 1)
    #expect(throws: OutdatedSchema(missing: ["categories", sessions])) {
      try SQLiteStore(path: path, migrates: false)
    }
    #expect(try SQLiteStore.pendingMigrations(path: path) == ["categories", sessions])
    #expect(try SQLiteStore.migrate(path: path) == ["categories", sessions])
    #expect(try SQLiteStore.migrate(path: path).isEmpty)
    _ = try SQLiteStore(path: path, migrates: false)
  }

  @Test func `asking what is missing makes no file`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try SQLiteStore.pendingMigrations(path: path).count == 3)
    #expect(throws: OutdatedSchema.self) { try SQLiteStore(path: path, migrates: false) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `several gateways that start at once make each step once`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path
    let made = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 { group.addTask { try SQLiteStore.migrate(path: path) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(made.count == 3)
  }
}
