import Maru

/// Keeps the server's copy of a text up to date while somebody types.
actor Draft {
  private let client: MaruClient
  private var waiting: String?
  private var isSaving = false

  init(client: MaruClient) {
    self.client = client
  }

  /// Saves a text. One that has been overtaken is skipped, and its failure is no news; two are never
  /// under way at once.
  func save(_ text: String) async throws {
    waiting = text
    guard !isSaving else { return }
    isSaving = true
    defer { isSaving = false }
    while let text = waiting {
      waiting = nil
      do {
        try await client.send(.put("/v1/draft", json: ["text": text]))
      } catch {
        guard waiting != nil else { throw error }
      }
    }
  }
}

/// The same without the state, as one writes it first.
actor HastyDraft {
  private let client: MaruClient

  init(client: MaruClient) {
    self.client = client
  }

  func save(_ text: String) async throws {
    try await client.send(.put("/v1/draft", json: ["text": text]))
  }
}
