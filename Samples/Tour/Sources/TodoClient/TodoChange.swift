/// What a new todo is made of.
nonisolated struct NewTodo: Encodable, Sendable {
  let title: String
}

/// What becomes different; what is nil stays as it is, since it is not sent.
nonisolated struct TodoChange: Encodable, Sendable {
  var title: String?
  var done: Bool?
}
