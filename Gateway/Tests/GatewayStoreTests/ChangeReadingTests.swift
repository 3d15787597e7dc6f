import Foundation
import GatewayStore
import Testing

/// The table of changes, as the event streams read it.
@Suite struct ChangeReadingTests {
  @Test func `changes are read in the order of commits, of one user or of all`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(path: folder.appendingPathComponent("db.sqlite").path)
    let now = Date(timeIntervalSince1970: 1_700_000_000.125)
    #expect(try await store.reader.lastChange() == 0)
    for number in 0..<30 {
      let user = number.isMultiple(of: 3) ? "minji" : "alex"
      let last = try await store.writer.transact { transaction in
        _ = try transaction.createTodo(
          id: "todo-\(number)", title: "t", isDone: false, categoryID: nil, of: user, at: now)
        return try transaction.lastChange()
      }
      #expect(try await store.reader.lastChange() == last)
    }
    var place: Int64 = 0
    var all: [OwnedChange] = []
    while true {
      let page = try await store.reader.changes(after: place, limit: 7)
      guard let last = page.last else { break }
      all += page
      place = last.change.sequence
    }
    #expect(all.map(\.change.subjectID) == (0..<30).map { "todo-\($0)" })
    #expect(all.map(\.change.sequence) == all.map(\.change.sequence).sorted())
    for user in ["minji", "alex"] {
      let theirs = try await store.reader.changes(of: user, after: 0, limit: 100)
      #expect(theirs == all.filter { $0.userID == user }.map(\.change))
      let count = try await store.reader.countChanges(
        of: user, after: theirs[3].sequence, atMost: 100)
      #expect(count == theirs.count - 4)
      #expect(
        try await store.reader.countChanges(of: user, after: 0, atMost: 3) == 3)
    }
  }

  @Test func `tokens that expired, ended or never were are not good`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let store = try SQLiteStore(path: folder.appendingPathComponent("db.sqlite").path) {
      _ = try $0.addUser(
        User(
          id: "minji", name: "minji", tenant: "t", passwordSalt: [1], passwordKey: [1],
          passwordCost: 2))
    }
    for (number, seconds) in [(1, 60.0), (2, 60.0), (3, 5.0)] {
      try await store.writer.transact { transaction in
        try transaction.beginSession(
          id: "s\(number)", of: "minji", device: nil,
          tokens: IssuedTokens(
            refreshHash: [UInt8(number), 0], refreshExpiry: now.addingTimeInterval(1000),
            accessHash: [UInt8(number)], accessExpiry: now.addingTimeInterval(seconds)), at: now)
      }
    }
    let all: [[UInt8]] = [[1], [2], [3], [4], []]
    #expect(try await store.reader.goodTokens(among: all, at: now) == [[1], [2], [3]])
    #expect(try await store.writer.transact { try $0.endSession(id: "s2", of: "minji") })
    let later = now.addingTimeInterval(10)
    #expect(try await store.reader.goodTokens(among: all, at: later) == [[1]])
  }
}
