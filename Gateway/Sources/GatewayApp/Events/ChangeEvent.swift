internal import GatewayHTTP
internal import GatewayStore
internal import MaruStreams

/// A change as the event that clients see.
enum ChangeEvent {
  /// The event's bytes: its type is what happened to what, its id the change's place.
  static func bytes(of change: Change) -> [UInt8] {
    let document: any Encodable =
      switch change.subject {
      case .todo: TodoChangeDocument(change)
      case .category: CategoryChangeDocument(change)
      }
    // Texts and numbers always encode, and neither the type nor the id has a line end. Were it not
    // so, one event less would be the lesser harm than a server that stops.
    guard let body = try? Response.json(document).body,
      let bytes = try? EventSerializer.bytes(
        type: type(of: change), data: String(decoding: body, as: UTF8.self),
        id: String(change.sequence))
    else { return [] }
    return bytes
  }

  static func type(of change: Change) -> String { type(change.subject, change.kind) }

  private static func type(_ subject: Change.Subject, _ kind: Change.Kind) -> String {
    "\(subject.rawValue).\(kind.rawValue)"
  }

  /// Every type, for the document.
  static let types = Change.Subject.allCases.flatMap { subject in
    Change.Kind.allCases.map { type(subject, $0) }
  }
}

private struct TodoChangeDocument: Encodable {
  let id: String
  let title: String
  let done: Bool
  let categoryId: String?
  let version: Int
  let at: String

  init(_ change: Change) {
    id = change.subjectID
    title = change.title
    done = change.isDone
    categoryId = change.categoryID
    version = change.version
    at = RFC3339.format(change.at)
  }

  private enum CodingKeys: CodingKey {
    case id, title, done, categoryId, version, at
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(done, forKey: .done)
    // Said even if there is none, as in a todo itself.
    try container.encode(categoryId, forKey: .categoryId)
    try container.encode(version, forKey: .version)
    try container.encode(at, forKey: .at)
  }
}

private struct CategoryChangeDocument: Encodable {
  let id: String
  let name: String
  let version: Int
  let at: String

  init(_ change: Change) {
    id = change.subjectID
    name = change.title
    version = change.version
    at = RFC3339.format(change.at)
  }
}
