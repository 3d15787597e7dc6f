import CSQLite
import Foundation
import GatewayStore
import MaruTesting
import Testing

/// What every store owes of sessions and their tokens, on SQLite's.
@Suite struct SessionStoreTests {
  private let folder: URL
  private let path: String
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-sessions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("db.sqlite").path
  }

  private func open() throws -> any Store {
    try SQLiteStore(path: path) { transaction in
      for name in ["minji", "alex"] where try !transaction.hasUser(named: name) {
        _ = try transaction.addUser(
          User(
            id: name, name: name, tenant: "t", passwordSalt: [1], passwordKey: [2],
            passwordCost: 2))
      }
    }
  }

  /// Tokens whose digests are a number; the access token is good for 100 s, the other for 1000 s.
  private func tokens(_ number: Int, at now: Date? = nil) -> IssuedTokens {
    let now = now ?? self.now
    let bytes = [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    return IssuedTokens(
      refreshHash: [0] + bytes, refreshExpiry: now.addingTimeInterval(1000),
      accessHash: [1] + bytes, accessExpiry: now.addingTimeInterval(100))
  }

  @Test func `the store judges as the family does, over any history`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let now = now
    var number = 0
    for seed in 0..<8 {
      var generator = SplitMix64(seed: UInt64(seed))
      let id = "session-\(seed)"
      var family = TokenFamily()
      number += 1
      let first = tokens(number)
      var given = [(tokens: first, generation: 1)]
      try await store.writer.transact {
        try $0.beginSession(id: id, of: "minji", device: nil, tokens: first, at: now)
      }
      for _ in 0..<25 {
        let recent = given.suffix(3)
        let chosen = try #require(recent.randomElement(using: &generator))
        if Bool.random(using: &generator) {
          let isGood = family.access(generation: chosen.generation)
          let hash = chosen.tokens.accessHash
          let seen = try await store.reader.grant(ofAccessToken: hash, at: now)
          let used = try await store.writer.transact { try $0.useAccessToken(hash: hash, at: now) }
          #expect((seen != nil) == isGood)
          #expect((used != nil) == isGood)
          if used != nil {
            let again = try await store.reader.grant(ofAccessToken: hash, at: now)
            #expect(again?.isFirstUse == false)
            #expect(again?.sessionID == id)
          }
        } else {
          number += 1
          let next = tokens(number)
          let hash = chosen.tokens.refreshHash
          let rotation = try await store.writer.transact {
            try $0.rotate(hash: hash, to: next, at: now)
          }
          switch family.refresh(hash: hash, generation: chosen.generation) {
          case .rotate(let generation):
            #expect(rotation == .rotated)
            given.append((next, generation))
          case .reused: #expect(rotation == .reused(sessionID: id))
          case .ended: #expect(rotation == .ended)
          }
        }
      }
    }
  }

  @Test func `what has expired is unknown, to the millisecond`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let (now, first, second) = (now, tokens(1), tokens(2))
    try await store.writer.transact {
      try $0.beginSession(id: "s", of: "minji", device: "마루폰", tokens: first, at: now)
    }
    func grant(after seconds: Double) async throws -> AccessGrant? {
      try await store.reader.grant(
        ofAccessToken: first.accessHash, at: now.addingTimeInterval(seconds))
    }
    #expect(try await grant(after: 99.999)?.userID == "minji")
    #expect(try await grant(after: 100) == nil)
    let late = now.addingTimeInterval(1000)
    #expect(
      try await store.writer.transact {
        try $0.rotate(hash: first.refreshHash, to: second, at: late)
      } == .unknown)
    #expect(try await store.reader.sessions(of: "minji", at: late, limit: 9).isEmpty)
    #expect(
      try await store.reader.sessions(of: "minji", at: now, limit: 9).map(\.device) == ["마루폰"])
  }

  @Test func `ending a session ends all its tokens, only its own, and can be asked twice`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let (now, phone, tablet, next) = (now, tokens(1), tokens(2), tokens(3))
    try await store.writer.transact {
      try $0.beginSession(id: "phone", of: "minji", device: nil, tokens: phone, at: now)
      try $0.beginSession(id: "tablet", of: "minji", device: nil, tokens: tablet, at: now)
    }
    #expect(
      try await store.writer.transact { transaction in
        try (
          transaction.endSession(id: "phone", of: "alex"),
          transaction.endSession(id: "unknown", of: "minji")
        )
      } == (false, false))
    #expect(try await store.reader.sessions(of: "minji", at: now, limit: 9).count == 2)
    for _ in 0..<2 {
      #expect(try await store.writer.transact { try $0.endSession(id: "phone", of: "minji") })
    }
    #expect(try await store.reader.grant(ofAccessToken: phone.accessHash, at: now) == nil)
    #expect(
      try await store.writer.transact { try $0.rotate(hash: phone.refreshHash, to: next, at: now) }
        == .ended)
    #expect(try await store.reader.grant(ofAccessToken: tablet.accessHash, at: now) != nil)
    // By a token of either kind, and by one that nobody knows.
    try await store.writer.transact { transaction in
      try transaction.endSession(ofToken: [9, 9])
      try transaction.endSession(ofToken: tablet.accessHash)
    }
    #expect(try await store.reader.sessions(of: "minji", at: now, limit: 9).isEmpty)
  }

  @Test func `the file has no token, and expired ones leave it`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let (now, first) = (now, tokens(1))
    try await store.writer.transact {
      try $0.beginSession(id: "a", of: "minji", device: nil, tokens: first, at: now)
    }
    let later = now.addingTimeInterval(5000)
    let second = tokens(2, at: later)
    try await store.writer.transact {
      try $0.beginSession(id: "b", of: "minji", device: nil, tokens: second, at: later)
    }
    #expect(count("refresh_tokens") == 1)
    #expect(count("access_tokens") == 1)
    // The next start forgets the session too, with what is left of it.
    _ = try open()
    #expect(count("token_families") == 1)
  }

  private func count(_ table: String) -> Int {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(database)
    }
    guard sqlite3_open(path, &database) == SQLITE_OK,
      sqlite3_prepare_v2(database, "SELECT count(*) FROM \(table)", -1, &statement, nil)
        == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
    else { return -1 }
    return Int(sqlite3_column_int64(statement, 0))
  }
}
