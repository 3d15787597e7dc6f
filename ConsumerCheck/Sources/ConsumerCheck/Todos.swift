import Foundation
import Maru

// The README shows these lines; a test compares them.
// swift-format-ignore
nonisolated struct Todo: Codable, Sendable { var id: String, title: String, done: Bool }

struct Todos: Sendable {
  let client: MaruClient
  func rename(_ id: String, to title: String, context: CallContext) async throws -> Todo {
    try await client.send(
      .patch("/v1/todos/\(id)", json: ["title": title], idempotency: .key, deadline: .seconds(10)),
      context: context)
  }
}

#if os(Linux)
  /// A client over the platform's transport, as an app makes it.
  func makeClient(_ address: URL, _ session: any CredentialProvider) throws -> MaruClient {
    let client = try MaruClient(.init(baseURL: address), credentials: session)
    return client
  }
#endif
