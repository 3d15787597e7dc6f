/// Part of a list as clients see it.
struct PageDocument<Item: Encodable>: Encodable {
  let items: [Item]
  let nextCursor: String?

  private enum CodingKeys: CodingKey {
    case items, nextCursor
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    // Said even if there is none, so that a client can tell the last page from a changed format.
    try container.encode(nextCursor, forKey: .nextCursor)
  }
}
