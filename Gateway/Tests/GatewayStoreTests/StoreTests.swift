import Foundation
import GatewayStore
import Testing

/// What every store owes, on SQLite's.
@Suite struct StoreTests {
  private let folder: URL
  private let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gateway-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("db.sqlite").path
  }

  private func open() throws -> any Store { try SQLiteStore(path: path) }

  private let now = Date(timeIntervalSince1970: 1_700_000_000.125)

  @Test func `the todos are the fold of the changes, whatever was done`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    try await store.writer.transact { transaction in
      for id in ["home", "work"] {
        _ = try transaction.createCategory(id: id, name: id, of: "minji", at: now)
      }
    }
    let choices: [CategoryChoice] = [.unchanged, .cleared, .category("home"), .category("work")]
    var generator = SystemRandomNumberGenerator()
    var ids: [String] = []
    for step in 0..<200 {
      let choice = Int.random(in: 0..<4, using: &generator)
      let at = now.addingTimeInterval(Double(step))
      if choice == 0 || ids.isEmpty {
        let id = "todo-\(step)"
        ids.append(id)
        _ = try await store.writer.transact {
          try $0.createTodo(
            id: id, title: "제목 \(step)", isDone: false, categoryID: nil, of: "minji", at: at)
        }
      } else if let id = ids.randomElement(using: &generator) {
        let isDone = Bool.random(using: &generator)
        let category = choices.randomElement(using: &generator) ?? .unchanged
        _ = try await store.writer.transact { transaction in
          if choice == 1 {
            _ = try transaction.deleteTodo(id: id, of: "minji", at: at)
          } else {
            _ = try transaction.changeTodo(
              id: id, title: choice == 2 ? "title \(step)" : nil, isDone: isDone,
              category: category, of: "minji", at: at)
          }
        }
      }
    }
    let cleared = now.addingTimeInterval(1000)
    #expect(
      try await store.writer.transact {
        try $0.deleteCategory(id: "home", of: "minji", at: cleared)
      })
    let changes = try await store.reader.changes(of: "minji", after: 0, limit: 1000)
    var fold:
      [String: (title: String, isDone: Bool, category: String?, version: Int, updatedAt: Date)] =
        [:]
    for change in changes where change.subject == .todo {
      fold[change.subjectID] =
        change.kind == .deleted
        ? nil : (change.title, change.isDone, change.categoryID, change.version, change.at)
    }
    let todos = try await store.reader.todos(
      of: "minji", TodoFilter(), before: nil, limit: 1000
    ).todos
    #expect(todos.count == fold.count)
    for todo in todos {
      let folded = try #require(fold[todo.id])
      #expect(
        folded == (todo.title, todo.isDone, todo.categoryID, todo.version, todo.updatedAt))
      #expect(todo.categoryID != "home")
    }
    #expect(try await store.reader.lastChange(of: "minji") == changes.last?.sequence)
    #expect(try await store.reader.lastChange(of: "nobody") == 0)
    #expect(changes.map(\.sequence) == changes.map(\.sequence).sorted())
  }

  @Test func `what a transaction throws undoes all of it`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    struct Stop: Error {}
    let store = try open()
    let now = now
    await #expect(throws: Stop.self) {
      try await store.writer.transact { transaction in
        _ = try transaction.createTodo(
          id: "a", title: "a", isDone: false, categoryID: nil, of: "u", at: now)
        throw Stop()
      }
    }
    #expect(try await store.reader.todo(id: "a", of: "u") == nil)
    #expect(try await store.reader.changes(of: "u", after: 0, limit: 9).isEmpty)
  }

  @Test func `pages have everything once, also while others are added`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let now = now
    func add(_ ids: [String]) async throws {
      try await store.writer.transact { transaction in
        for id in ids {
          _ = try transaction.createTodo(
            id: id, title: id, isDone: false, categoryID: nil, of: "u", at: now)
        }
      }
    }
    try await add((0..<25).map { "old-\($0)" })
    var seen: [String] = []
    var place: Int64?
    repeat {
      let page = try await store.reader.todos(of: "u", TodoFilter(), before: place, limit: 10)
      seen += page.todos.map(\.id)
      place = page.next
      try await add(["new-\(seen.count)"])
    } while place != nil
    #expect(seen == (0..<25).reversed().map { "old-\($0)" })
  }

  @Test func `a title keeps every character, and a user sees no other user's todos`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open()
    let title = "한글 👩‍👩‍👧 \u{0} ' \" é"
    let now = now
    let made = try await store.writer.transact {
      try $0.createTodo(id: "a", title: title, isDone: true, categoryID: nil, of: "minji", at: now)
    }
    #expect(try await store.reader.todo(id: "a", of: "minji") == made)
    #expect(made.title == title)
    #expect(try await store.reader.todo(id: "a", of: "alex") == nil)
  }

  @Test func `a database of a newer gateway is refused, an older one is brought up`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try open()
    _ = try open()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // SQLite's file format §1.3: the user version stands at offset 60.
    bytes[63] = 99
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) { try open() }
  }
}
