import MaruContract
import MaruSecrets
import Testing

@Suite struct `A status of the keychain` {
  @Test(
    arguments: [
      (-25300, .notFound), (-25308, .locked), (-128, .denied), (-25293, .denied),
      (-34018, .missingEntitlement), (-25291, .unavailable), (-26275, .damaged), (-34, .full),
      (-50, .failed), (-25299, .failed), (-25303, .failed), (-4, .failed), (1, .failed),
      (.min, .failed), (.max, .failed),
    ] as [(Int32, SecretStoreError.Code)])
  func `has a code, and keeps its number`(status: Int32, code: SecretStoreError.Code) {
    let error = KeychainStatus.error(status)
    #expect(error.code == code)
    #expect(error.systemCode == Int(status))
    #expect(error.description.contains("\(status)"))
  }

  @Test func `means an absence in one case only`() {
    let absences = (-35_000...1_000).filter { KeychainStatus.error($0).code == .notFound }
    #expect(absences == [KeychainStatus.itemNotFound])
  }
}

@Suite struct `A keychain access group` {
  @Test(arguments: [
    "ABCDE12345.com.example.shared", "0123456789.a", "group.com.example.app",
    "ABCDE12345.group.com.example",
  ]) func `is a team's or an app group`(text: String) throws {
    #expect(try KeychainAccessGroup(text).rawValue == text)
  }

  @Test(arguments: [
    "", ".", "group", "group.", "com.example.shared", "ABCDE1234.short", "ABCDE123456.long",
    "abcde12345.small", "ABCDE12345", "ABCDE12345.", "ABCDE12345.a b", "ABCDE12345.é",
    "$(AppIdentifierPrefix)com.example", "Group.com.example", "ABCDÉ12345.a", "ABCDE12345.a\0b",
  ]) func `is nothing else`(text: String) {
    let error = #expect(throws: InvalidIdentifier.self) { try KeychainAccessGroup(text) }
    if text.count > 5, let error { #expect(!error.description.contains(text)) }
  }
}
