import Foundation
import MaruContract
import MaruSecrets
import MaruTesting
import Testing

/// The encrypted file keeps the contract of every store of secrets.
@Suite struct FileContractTests {
  static let open = SecretStoreCondition("others can read the file", codes: [.insecure])
  static let openFolder = SecretStoreCondition("others can write to the folder", codes: [.insecure])
  static let link = SecretStoreCondition("a link is in the file's place", codes: [.insecure])
  static let gone = SecretStoreCondition("the folder is not there", codes: [.unavailable])
  static let cut = SecretStoreCondition("the file is cut", codes: [.damaged])
  static let other = SecretStoreCondition("the file is of another key", codes: [.wrongKey])
  static let newer = SecretStoreCondition("a newer program has written the file", codes: [.failed])

  static let contract = SecretStoreContract(
    environment: ContractEnvironment(clock: RealClock()), traits: [.persists],
    conditions: [open, openFolder, link, gone, cut, other, newer]
  ) {
    let folder = try StoreFolder()
    let aside = folder.path + "-aside"
    return SecretStorePlace(
      open: { try folder.store() },
      set: { condition in
        let files = FileManager.default
        // Ends the one before.
        try folder.setMode(0o700, of: files.fileExists(atPath: aside) ? aside : folder.path)
        if files.fileExists(atPath: aside) {
          try files.moveItem(atPath: aside, toPath: folder.path)
        }
        if files.fileExists(atPath: folder.file + ".kept") {
          try? files.removeItem(atPath: folder.file)
          try files.moveItem(atPath: folder.file + ".kept", toPath: folder.file)
        }
        guard let condition else { return }
        if condition == openFolder { return try folder.setMode(0o770, of: folder.path) }
        if condition == gone { return try files.moveItem(atPath: folder.path, toPath: aside) }
        let bytes = try folder.bytes()
        try files.moveItem(atPath: folder.file, toPath: folder.file + ".kept")
        switch condition {
        case open: try folder.put(bytes, mode: 0o644)
        case link:
          try files.createSymbolicLink(
            atPath: folder.file, withDestinationPath: folder.file + ".kept")
        case cut: try folder.put(Array(bytes.dropLast()))
        case newer: try folder.put(FormatTests.ofVersion(2, bytes))
        default:
          let key = try SecretFileKey(Sensitive((1...32).map { UInt8($0) }))
          let records = SecretRecords().setting(Sensitive([1]), for: secretKey("token"))
          try folder.put(
            SecretFileFormat.seal(
              records, key: key.bytes, purpose: "test", salt: Array(0..<32)))
        }
      })
  }

  @Test(arguments: contract.cases)
  func `the encrypted file keeps it`(promise: ContractCase) async throws {
    try await promise.run()
  }

  @Test func `nothing is left out`() { #expect(Self.contract.leftOut.isEmpty) }
}
