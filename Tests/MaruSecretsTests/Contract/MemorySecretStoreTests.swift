import MaruContract
import MaruSecrets
import MaruTesting
import Testing

@Suite struct MemorySecretStoreTests {
  @Test func `what is written is read, until it is deleted`() async throws {
    let store = MemorySecretStore()
    let key = try SecretKey("token", in: SecretNamespace("app"))
    let other = try SecretKey("token", in: SecretNamespace("app/b"))
    try await store.write(Sensitive([1, 0, 2]), for: key)
    try await store.write(Sensitive([3]), for: other)
    let found = try await store.read(key)
    #expect(found.value == [1, 0, 2])
    try await store.deleteAll(in: key.namespace)
    #expect(try await store.readIfPresent(key) == nil)
    let rest = try await store.read(other)
    #expect(rest.value == [3])
  }

  @Test func `it shows nothing of what it holds`() async throws {
    let store = MemorySecretStore()
    let key = try SecretKey("kim@example.com", in: SecretNamespace("app"))
    try await store.write(Sensitive(Array("planted".utf8)), for: key)
    for form in printedForms(of: store) {
      #expect(!form.contains("planted") && !form.contains("kim") && !form.contains("112"))
    }
  }
}
