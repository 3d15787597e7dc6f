import Foundation
import MaruContract
import MaruSecrets

/// A folder of one test's own, with a key and the path of a file of secrets.
final class StoreFolder: Sendable {
  let path: String
  let key: SecretFileKey

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "maru-secrets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    key = try SecretFileKey(Sensitive((0..<32).map { UInt8($0) }))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The file of secrets.
  var file: String { path + "/secrets" }

  /// A store of the file.
  func store(
    key: SecretFileKey? = nil, purpose: String = "test",
    missingFile: EncryptedFileStore.MissingFile = .startsEmpty, disk: SecretFileDisk = .init()
  ) throws(SecretStoreError) -> EncryptedFileStore {
    try EncryptedFileStore(
      .init(path: file, purpose: purpose, missingFile: missingFile), key: key ?? self.key,
      disk: disk)
  }

  /// The file's bytes.
  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }

  /// Replaces the file's bytes; only this user can read them.
  func put(_ bytes: [UInt8], mode: Int = 0o600) throws {
    try? FileManager.default.removeItem(atPath: file)
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(bytes), attributes: [.posixPermissions: mode])
    else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Sets the mode of a file or of the folder.
  func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// The names in the folder.
  func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: path))
  }
}

/// A key in a namespace of the tests.
func secretKey(_ name: String, in namespace: String = "app") -> SecretKey {
  guard let key = try? SecretKey(name, in: SecretNamespace(namespace)) else {
    preconditionFailure("the tests' own names are allowed ones")
  }
  return key
}

/// The code with which a call fails; nil if it does not.
func code(_ call: () async throws(SecretStoreError) -> Void) async -> SecretStoreError.Code? {
  do throws(SecretStoreError) {
    try await call()
    return nil
  } catch {
    return error.code
  }
}
