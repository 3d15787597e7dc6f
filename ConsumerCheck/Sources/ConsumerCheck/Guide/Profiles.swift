import Maru

nonisolated struct Profile: Codable, Sendable { var name: String }

nonisolated extension Endpoint where Value == Profile {
  static var profile: Self {
    var endpoint: Self = .get("/v1/profile")
    endpoint.caching = .revalidated
    return endpoint
  }

  static func renaming(to name: String, ifStill version: EntityTag) -> Self {
    var endpoint: Self = .put("/v1/profile", json: ["name": name])
    endpoint.precondition = .unchanged(since: version)
    return endpoint
  }
}

nonisolated struct Profiles: Sendable {
  let client: MaruClient

  func rename(_ newName: (String) -> String) async throws -> Profile {
    let read = try await client.response(to: .profile)
    guard let version = read.eTag else { return read.value }
    return try await client.send(.renaming(to: newName(read.value.name), ifStill: version))
  }

  /// Nil: what the app has still holds.
  func changed(since version: EntityTag) async throws -> CallResponse<Profile>? {
    try await client.response(to: .profile, unlessStill: version)
  }
}
