internal import GatewayHTTP
internal import MaruHTTP

/// What `/v1/categories` takes and answers.
extension CategoryEndpoints {
  var endpoints: [Endpoint] {
    [
      Endpoint(Self.listing, list), Endpoint(Self.creating, create), Endpoint(Self.reading, read),
      Endpoint(Self.changing, change), Endpoint(Self.deleting, delete),
    ]
  }

  private static let id = Parameter.path("id", .uuid, "the category")
  // The pattern: something that is seen.
  private static let name = Schema.text(length: 1...2048, pattern: #"\S"#)
  private static let nameMeaning = "1–80 characters without the white space around them"

  private static let category = Schema.named(
    "Category",
    .object([
      .required("id", .uuid), .required("name", .text(length: 1...2048), nameMeaning),
      .required("createdAt", .moment), .required("updatedAt", .moment),
      .required("version", .integer(1...Int.max), "grows by one with each change"),
    ]))

  private static let listing = Declaration(
    .get, "/v1/categories", "listCategories", "The caller's categories, oldest first",
    access: .users,
    parameters: [
      .query("limit", .integer(1...most), "how many at most; \(most), which is all, by default"),
      ListCursor.parameter,
    ],
    condition: .read, limit: .perUser,
    answers: [
      .json(
        200,
        .named(
          "CategoryList",
          .object([
            .required("items", .list(of: category, atMost: most)),
            .required("nextCursor", .nullable(.text()), "null on the last page"),
          ])), "all of them, or a page", fields: [.eTag, .nextPage])
    ])

  private static let creating = Declaration(
    .post, "/v1/categories", "createCategory", "Makes a category", access: .users,
    body: .json(.named("NewCategory", .object([.required("name", name, nameMeaning)]))),
    isWrite: true, limit: .perUser,
    answers: [
      .json(201, category, "the new category", fields: [.location, .eTag]),
      .problem(
        409, "the user has \(most) categories, or the first request is being worked on",
        fields: [.perhapsRetryAfter]),
    ])

  private static let reading = Declaration(
    .get, "/v1/categories/{id}", "readCategory", "One category", access: .users, parameters: [id],
    condition: .read, limit: .perUser,
    answers: [.json(200, category, "the category", fields: [.eTag])])

  private static let changing = Declaration(
    .patch, "/v1/categories/{id}", "changeCategory", "Changes the members that the body has",
    details: "A change that leaves the category as it is keeps its version.", access: .users,
    parameters: [id],
    body: .json(.named("CategoryPatch", .object([.optional("name", name, nameMeaning)]))),
    isWrite: true, condition: .write, limit: .perUser,
    answers: [.json(200, category, "the category as it is now", fields: [.eTag])])

  private static let deleting = Declaration(
    .delete, "/v1/categories/{id}", "deleteCategory", "Removes a category, not its todos",
    details: "Its todos have no category afterwards; that is a change of each, and a version.",
    access: .users, parameters: [id], isWrite: true, condition: .write, limit: .perUser,
    answers: [Answer(204, "it is gone")])
}
