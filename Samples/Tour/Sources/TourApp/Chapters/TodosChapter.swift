internal import Maru
internal import TodoClient

/// A todo's whole life, in Korean and with emoji.
struct TodosChapter: Chapter {
  let name = "todos"
  let promise = "Create, list, edit, complete, delete; every character comes back as it went."

  /// Composed and decomposed Korean, a family of one character and seven code points, and signs
  /// that paths, queries and JSON each mean something by.
  static let titles = [
    "장보기: 두부 2모, 대파, 우유 🥛", "한옥 마루 닦기 🧹 (\u{1112}\u{1161}\u{11AB})",
    "가족 나들이 👨‍👩‍👧‍👦 & \"소풍\" 100% + \\o/ <끝>",
  ]

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = TodosFacts()
    let story = try stage.story()
    let todos = try stage.todos(story)
    var made: [Todo] = []
    for title in Self.titles { made.append(try await todos.create(title)) }
    facts.sent = Self.titles
    facts.created = made.map(\.title)
    let ids = Set(made.map(\.id))
    let listed = try await todos.all(pageSize: 2)
    facts.listed = listed.filter { ids.contains($0.id) }.map(\.title).reversed()
    facts.listIsWithoutDoubles = Set(listed.map(\.id)).count == listed.count

    let renamed = try await todos.rename(made[0].id, to: "두부는 샀다 ✅")
    facts.renamed = renamed.title
    let completed = try await todos.complete(made[0].id)
    facts.isDone = completed.done
    facts.versions = [made[0].version, renamed.version, completed.version]
    try await todos.delete(made[0].id)
    facts.deleted = try await Tried.run { try await todos.todo(made[0].id) }.end
    for todo in made.dropFirst() { try await todos.delete(todo.id) }

    // A value that would be three segments and a query if it were not encoded.
    let strange = try stage.story()
    let inert = try stage.todos(strange)
    _ = try await Tried.run { try await inert.todo(TodoID(rawValue: "a/../b?한글=#1")) }
    facts.routeOfStrangeID = try await stage.witness.requests(strange, count: 1).first?.route
    facts.seen = try await stage.witness.requests(story, count: 9)
    return facts.findings
  }
}

/// What the chapter measures.
package struct TodosFacts: Sendable {
  /// The titles as they were sent.
  package var sent: [String] = []
  /// The titles that the server answered with.
  package var created: [String] = []
  /// The titles in the list, in the order in which they were made.
  package var listed: [String] = []
  /// Whether no todo was on two pages.
  package var listIsWithoutDoubles = false
  /// The title after it was changed.
  package var renamed = ""
  /// Whether it is done after it was completed.
  package var isDone = false
  /// The versions of one todo in the course of its life.
  package var versions: [Int] = []
  /// How reading the deleted one ended.
  package var deleted = CallEnd.value
  /// Which route an id full of slashes and question marks arrived at.
  package var routeOfStrangeID: String?
  /// The requests at the server.
  package var seen: [SeenRequest] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    let bytes = sent.map { Array($0.utf8) }
    let count = sent.reduce(0) { $0 + $1.utf8.count }
    let shown = sent.first.map { ", as “\($0)”" } ?? ""
    return [
      // Swift takes composed and decomposed Korean for equal, so the bytes are compared.
      .expect(
        "created: all \(count) bytes of \(sent.count) titles came back\(shown)",
        !sent.isEmpty && created.map { Array($0.utf8) } == bytes, true),
      .expect(
        "listed two by two: the same bytes",
        !sent.isEmpty && listed.map { Array($0.utf8) } == bytes, true),
      .expect("no todo is on two pages", listIsWithoutDoubles, true),
      .expect("edited: the title is “두부는 샀다 ✅”", renamed, "두부는 샀다 ✅"),
      .expect("completed: it is done", isDone, true),
      .expect("its versions were 1, 2, 3", versions, [1, 2, 3]),
      .expect("deleted: reading it fails as notFound", deleted, .failed(.notFound, nil)),
      .expect(
        "an id of “a/../b?한글=#1” stayed one path segment", routeOfStrangeID, "/v1/todos/{id}"),
      .expect(
        "the server made 3, changed 2, deleted 3",
        [
          seen.count { $0.status == 201 }, seen.count { $0.method == "PATCH" },
          seen.count { $0.status == 204 },
        ], [3, 2, 3]),
    ]
  }
}
