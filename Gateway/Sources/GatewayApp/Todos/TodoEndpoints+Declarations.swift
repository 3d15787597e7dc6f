internal import GatewayHTTP
internal import MaruHTTP

/// What `/v1/todos` takes and answers.
extension TodoEndpoints {
  var endpoints: [Endpoint] {
    [
      Endpoint(Self.listing, list), Endpoint(Self.creating, create), Endpoint(Self.reading, read),
      Endpoint(Self.changing, change), Endpoint(Self.deleting, delete),
    ]
  }

  private static let id = Parameter.path("id", .uuid, "the todo")
  /// 4096 bytes are at most as many code points; the 200 characters are those that people count.
  private static let title = Schema.text(length: 1...4096, pattern: #"\S"#)
  private static let titleMeaning = "1–200 characters without the white space around them"

  private static let todo = Schema.named(
    "Todo",
    .object([
      .required("id", .uuid), .required("title", .text(length: 1...4096), titleMeaning),
      .required("done", .boolean), .required("categoryId", .nullable(.uuid)),
      .required("createdAt", .moment), .required("updatedAt", .moment),
      .required("version", .integer(1...Int.max), "grows by one with each change"),
    ]))

  private static let listing = Declaration(
    .get, "/v1/todos", "listTodos", "The caller's todos, newest first", access: .users,
    parameters: [
      .query("limit", .integer(1...100), "how many at most; 50 by default"),
      ListCursor.parameter,
      .query("done", .boolean, "only those in this state"),
      .query("category", .uuid, "only those of this category"),
    ],
    condition: .read, limit: .perUser,
    answers: [
      .json(
        200,
        .named(
          "TodoPage",
          .object([
            .required("items", .list(of: todo, atMost: 100)),
            .required("nextCursor", .nullable(.text()), "null on the last page"),
          ])), "a page of them", fields: [.eTag, .nextPage])
    ])

  private static let creating = Declaration(
    .post, "/v1/todos", "createTodo", "Makes a todo", access: .users,
    body: .json(
      .named(
        "NewTodo",
        .object([
          .required("title", title, titleMeaning), .optional("done", .nullable(.boolean)),
          .optional("categoryId", .nullable(.uuid), "one of the caller's"),
        ]))),
    isWrite: true, limit: .perUser,
    answers: [.json(201, todo, "the new todo", fields: [.location, .eTag])])

  private static let reading = Declaration(
    .get, "/v1/todos/{id}", "readTodo", "One todo", access: .users, parameters: [id],
    condition: .read, limit: .perUser,
    answers: [.json(200, todo, "the todo", fields: [.eTag])])

  private static let changing = Declaration(
    .patch, "/v1/todos/{id}", "changeTodo", "Changes the members that the body has",
    details: "A change that leaves the todo as it is keeps its version.", access: .users,
    parameters: [id],
    body: .json(
      .named(
        "TodoPatch",
        .object([
          .optional("title", title, titleMeaning), .optional("done", .boolean),
          .optional("categoryId", .nullable(.uuid), "one of the caller's; null clears it"),
        ]))),
    isWrite: true, condition: .write, limit: .perUser,
    answers: [.json(200, todo, "the todo as it is now", fields: [.eTag])])

  private static let deleting = Declaration(
    .delete, "/v1/todos/{id}", "deleteTodo", "Removes a todo", access: .users, parameters: [id],
    isWrite: true, condition: .write, limit: .perUser, answers: [Answer(204, "it is gone")])
}
