import Maru

/// Opens the store of a service that was set up before.
nonisolated func openSecrets(in folder: String, keyFile: String) async throws -> any SecretStore {
  let key = try await SecretFileKey.read(from: keyFile)
  let settings = EncryptedFileStore.Settings(
    path: folder + "/secrets", purpose: "orders-service", missingFile: .isUnavailable)
  return try EncryptedFileStore(settings, key: key)
}

/// Sets the service up, once.
nonisolated func makeSecrets(in folder: String, keyFile: String, token: String) async throws {
  let key = try await SecretFileKey.makeFile(at: keyFile)
  let settings = EncryptedFileStore.Settings(
    path: folder + "/secrets", purpose: "orders-service", missingFile: .startsEmpty)
  let store = try EncryptedFileStore(settings, key: key)
  try await store.write(
    Sensitive(Array(token.utf8)), for: SecretKey("refresh-token", in: SecretNamespace("orders")))
}
