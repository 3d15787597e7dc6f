internal import Maru
internal import TodoClient

/// Input that the server does not accept.
struct ValidationChapter: Chapter {
  let name = "validation"
  let promise = "A refused input says which field and why; it is not sent again."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = ValidationFacts()
    let story = try stage.story()
    let todos = try stage.todos(story)
    let empty = try await Tried.run { try await todos.create("   ") }
    facts.empty = empty.end
    facts.status = empty.error?.status
    facts.fields = empty.error?.fieldErrors.map { "\($0.field) \($0.message)" } ?? []
    facts.description = empty.error?.description ?? ""
    facts.seen = try await stage.witness.requests(story, count: 1)
    let page = try await Tried.run { try await todos.page(limit: 1_000) }
    facts.pageFields = page.error?.fieldErrors.map { "\($0.field) \($0.message)" } ?? []
    return facts.findings
  }
}

/// What the chapter measures.
package struct ValidationFacts: Sendable {
  /// How creating a todo without a title ended.
  package var empty = CallEnd.value
  /// The status of the answer.
  package var status: Int?
  /// What the error says about single fields.
  package var fields: [String] = []
  /// What the error says of itself.
  package var description = ""
  /// The requests at the server.
  package var seen: [SeenRequest] = []
  /// What the error of a list that is too long says about single fields.
  package var pageFields: [String] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "a title of spaces fails as invalidRequest, refused", empty,
        .failed(.invalidRequest, .refused)),
      .expect("by status 422", status, 422),
      .expect(
        "error.fieldErrors: /title must have 1–200 characters", fields,
        ["/title must have 1–200 characters"]),
      .expect(
        "for 1,000 on a page: /limit must be a number, 1–100", pageFields,
        ["/limit must be a number, 1–100"]),
      .expect("the server saw it once", seen.statuses, [422]),
      // What the server says can repeat what the user typed, so it stays out of logs (FAIL-4).
      .expect("the error's description repeats none of it", description.contains("title"), false),
    ]
  }
}
