import Foundation
import MaruContract
import MaruSecrets
import MaruSystem
import MaruTesting
import Testing

/// Where a key comes from.
@Suite struct KeyFileTests {
  let folder: StoreFolder
  let path: String

  init() throws {
    folder = try StoreFolder()
    path = folder.path + "/key"
  }

  private func put(_ bytes: [UInt8], mode: Int = 0o600) {
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(bytes), attributes: [.posixPermissions: mode])
  }

  private func bytes(of key: SecretFileKey) -> [UInt8] { key.bytes.withBytes { Array($0) } }

  private func readingCode() async -> SecretStoreError.Code? {
    await code { () throws(SecretStoreError) in _ = try await SecretFileKey.read(from: path) }
  }

  static let raw = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 5) }
  static let hex = raw.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  static let base64 = Data(raw).base64EncodedString()

  @Test func `a key that was made is read again, and only its user can read it`() async throws {
    let made = try await SecretFileKey.makeFile(at: path)
    let read = try await SecretFileKey.read(from: path)
    #expect(bytes(of: made) == bytes(of: read))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try Data(contentsOf: URL(filePath: path)).count == 65)
  }

  @Test func `two keys are not the same`() async throws {
    let one = try await SecretFileKey.makeFile(at: path)
    let two = try await SecretFileKey.makeFile(at: path + "2")
    #expect(bytes(of: one) != bytes(of: two))
  }

  @Test func `a key is never made over a file`() async throws {
    put([1, 2, 3])
    let found = await code { () throws(SecretStoreError) in
      _ = try await SecretFileKey.makeFile(at: path)
    }
    #expect(found == .failed)
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == [1, 2, 3])
  }

  @Test(arguments: [hex, hex.uppercased(), base64, String(base64.dropLast()), " \(hex)\r\n\n"])
  func `a key is read from text`(text: String) async throws {
    let key = try SecretFileKey(text: Sensitive(text))
    #expect(bytes(of: key) == Self.raw)
    put(Array(text.utf8))
    let read = try await SecretFileKey.read(from: path)
    #expect(bytes(of: read) == Self.raw)
  }

  @Test func `a key is read from 32 bytes, whatever they are`() async throws {
    // Also if they look like white space or text.
    for raw in [Self.raw, Array("\n\n0123456789abcdef0123456789ab\n ".utf8)] {
      put(raw)
      let read = try await SecretFileKey.read(from: path)
      #expect(bytes(of: read) == raw)
    }
  }

  static let others: [String] = {
    var texts = ["", " ", "secret", String(repeating: "é", count: 32)]
    texts.append(String(hex.dropLast()))
    texts.append(hex + "0")
    texts.append("g" + String(hex.dropFirst()))
    texts.append(String(base64.dropLast(2)))
    texts.append(base64 + "A")
    texts.append("*" + String(base64.dropFirst()))
    texts.append("=" + String(base64.dropFirst()))
    // The last character of 43 holds two bits that must be zero.
    texts.append(String(base64.dropLast(2)) + "/=")
    return texts
  }()

  @Test(arguments: others)
  func `what is no key is refused`(text: String) async throws {
    let found = await code { () throws(SecretStoreError) in
      _ = try SecretFileKey(text: Sensitive(text))
    }
    #expect(found == .failed)
    put(Array(text.utf8))
    #expect(await readingCode() == .failed)
  }

  @Test func `a key of one byte over and over is refused`() async throws {
    put([UInt8](repeating: 0, count: 32))
    #expect(await readingCode() == .insecure)
    #expect(throws: SecretStoreError(.insecure, reason: "")) {
      try SecretFileKey(Sensitive([UInt8](repeating: 65, count: 32)))
    }
    for count in [0, 31, 33, 64] {
      #expect(throws: SecretStoreError(.failed, reason: "")) {
        try SecretFileKey(Sensitive([UInt8](repeating: 65, count: count)))
      }
    }
  }

  @Test func `a key's file that is not there is not an absent secret`() async {
    #expect(await readingCode() == .unavailable)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o666])
  func `a key that others can get at is refused`(mode: Int) async throws {
    put(Self.raw)
    try folder.setMode(mode, of: path)
    #expect(await readingCode() == .insecure)
    try folder.setMode(0o400, of: path)
    #expect(await readingCode() == nil)
  }

  @Test func `a link, a folder and a pipe in a key's place are refused`() async throws {
    put(Self.raw)
    try FileManager.default.moveItem(atPath: path, toPath: path + "2")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: path + "2")
    #expect(await readingCode() == .insecure)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(await readingCode() == .insecure)
    try FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    #expect(await readingCode() == .insecure)
  }

  @Test func `a folder that others can write to is refused`() async throws {
    put(Self.raw)
    try folder.setMode(0o777, of: folder.path)
    #expect(await readingCode() == .insecure)
    let found = await code { () throws(SecretStoreError) in
      _ = try await SecretFileKey.makeFile(at: path + "2")
    }
    #expect(found == .insecure)
    #expect(try folder.names() == ["key"])
  }

  @Test(arguments: ["", "key", "./key", "/", "/tmp/", "/tmp/..", "/tmp/.", "/a\0b"])
  func `a path that is not one of a file is refused`(path: String) async throws {
    let found = await code { () throws(SecretStoreError) in
      _ = try await SecretFileKey.read(from: path)
    }
    #expect(found == .failed)
  }

  @Test func `a key shows nothing of itself`() throws {
    for form in printedForms(of: try SecretFileKey(text: Sensitive(Self.hex))) {
      #expect(form.contains("redacted") || !form.contains { $0.isNumber })
      #expect(!form.contains(Self.hex) && !form.contains("5, 42") && !form.contains("052a"))
    }
  }
}
