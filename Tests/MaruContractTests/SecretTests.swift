import MaruContract
import MaruTesting
import Testing

@Suite struct SecretTests {
  @Test(arguments: ["", "a b", "é", "a\0", "a\n", String(repeating: "a", count: 256)])
  func `a name that a store could read in two ways is refused`(name: String) throws {
    let namespace = try SecretNamespace("app")
    #expect(throws: InvalidIdentifier.self) { try SecretNamespace(name) }
    #expect(throws: InvalidIdentifier.self) { try SecretKey(name, in: namespace) }
  }

  @Test func `a key shows its namespace and not its name`() throws {
    let key = try SecretKey("kim@example.com", in: SecretNamespace("com.example.app/tokens"))
    for form in printedForms(of: key) { #expect(!form.contains("kim")) }
    #expect("\(key)".contains("com.example.app/tokens"))
  }

  @Test func `errors are equal by their code, and say what was found`() {
    let error = SecretStoreError(.locked, reason: "the keychain is locked", systemCode: -25_308)
    #expect(error == SecretStoreError(.locked, reason: "other"))
    #expect(error != SecretStoreError(.denied, reason: "the keychain is locked"))
    #expect("\(error)" == "locked (-25308): the keychain is locked")
    #expect(error.mayHelpToTryAgain && !SecretStoreError(.damaged, reason: "").mayHelpToTryAgain)
  }

  @Test(arguments: [(8_192, true), (8_193, false), (0, true)])
  func `a value is small`(count: Int, fits: Bool) {
    let value = Sensitive([UInt8](repeating: 7, count: count))
    let result = Result { () throws(SecretStoreError) in try SecretLimits.check(value) }
    switch result {
    case .success: #expect(fits)
    case .failure(let error): #expect(!fits && error.code == .tooLarge)
    }
  }
}
