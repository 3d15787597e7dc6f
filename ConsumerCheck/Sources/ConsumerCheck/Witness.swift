/// A model that remembers where it was decoded.
nonisolated struct Witness: Decodable, Sendable {
  var wasOnMainActor: Bool

  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode([String: String].self)
    wasOnMainActor = MainQueue.isHere
  }
}
