package import Maru
internal import TodoClient

/// The web page of a network's sign-in where JSON was promised.
struct HTMLChapter: Chapter {
  let name = "html"
  let promise = "A web page in place of JSON is called that, not “could not decode”."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = HTMLFacts()
    let story = try stage.story()
    let todos = try stage.todos(story, fault: try Fault.html.header())
    let tried = try await Tried.run { try await todos.page() }
    facts.end = tried.end
    facts.stage = tried.error?.stage
    facts.reason = tried.error?.reason ?? ""
    facts.seen = try await stage.witness.requests(story, count: 1).statuses
    return facts.findings
  }
}

/// What the chapter measures.
package struct HTMLFacts: Sendable {
  /// How the call ended.
  package var end = CallEnd.value
  /// Where it broke.
  package var stage: CallError.Stage?
  /// What its error says.
  package var reason = ""
  /// What the server answered.
  package var seen: [Int] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("the server answered 200, once", seen, [200]),
      .expect("the call fails as unexpectedContent", end, .failed(.unexpectedContent, nil)),
      .expect("at judgement, before anything is decoded", stage, .judgement),
      .expect(
        "it says: expected application/json, found text/html", reason,
        "expected application/json, found text/html"),
    ]
  }
}
