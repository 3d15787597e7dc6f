#if os(Linux)
  import Foundation
  import MaruContract
  import MaruSecrets
  import Testing

  /// Writes secrets in a process of its own, which can be killed.
  ///
  /// The process is this very program, told by its environment to run the one test below.
  struct SecretChild {
    private static let environment = ProcessInfo.processInfo.environment
    static let folder = environment["MARU_SECRETS_FOLDER"]

    let name: String
    let process = Process()
    private let output = Pipe()

    /// Starts one that writes rising numbers under its name.
    init(_ name: String, folder: StoreFolder, rounds: Int) throws {
      self.name = name
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [
        "--testing-library", "swift-testing", "--filter", "writes secrets for its parent",
      ]
      process.environment = Self.environment.merging([
        "MARU_SECRETS_FOLDER": folder.path, "MARU_SECRETS_NAME": name,
        "MARU_SECRETS_ROUNDS": "\(rounds)",
      ]) { $1 }
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// The value of a round: its number, and then bytes that belong to it.
    static func value(_ round: Int) -> [UInt8] {
      let number = [UInt8(truncatingIfNeeded: round >> 8), UInt8(truncatingIfNeeded: round)]
      return number + [UInt8](repeating: number[1], count: round % 3 * 2_000)
    }

    /// The round of a value; nil if it is not whole.
    static func round(_ value: [UInt8]) -> Int? {
      guard value.count >= 2 else { return nil }
      let round = Int(value[0]) << 8 | Int(value[1])
      return self.value(round) == value ? round : nil
    }

    /// Waits until it has written once.
    func ready() -> [UInt8] { Array(output.fileHandleForReading.availableData) }

    /// Kills it between any two instructions.
    ///
    /// - Parameter heard: what it has said before.
    /// - Returns: the last round whose write had returned; nil if none had.
    func kill(heard: [UInt8] = []) -> Int? {
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
      return end(heard: heard)
    }

    /// Waits for its end.
    func end(heard: [UInt8] = []) -> Int? {
      let rest = Array(output.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      return String(decoding: heard + rest, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("ROUND ") }.compactMap { Int($0.dropFirst(6)) }.last
    }

    /// What the child does.
    static func run() async throws {
      let name = try #require(environment["MARU_SECRETS_NAME"])
      let rounds = try #require(environment["MARU_SECRETS_ROUNDS"].flatMap { Int($0) })
      let path = try #require(folder)
      var settings = EncryptedFileStore.Settings(
        path: path + "/secrets", purpose: "test", missingFile: .startsEmpty)
      settings.lockPatience = .seconds(300)
      let store = try EncryptedFileStore(
        settings, key: SecretFileKey(Sensitive((0..<32).map { UInt8($0) })))
      let start = try await store.readIfPresent(secretKey(name)).flatMap { round($0.value) } ?? 0
      for round in start + 1...start + rounds {
        try await store.write(Sensitive(value(round)), for: secretKey(name))
        FileHandle.standardOutput.write(Data("ROUND \(round)\n".utf8))
      }
    }
  }

  @Suite(.enabled(if: SecretChild.folder != nil)) struct `Another process` {
    @Test func `writes secrets for its parent`() async throws { try await SecretChild.run() }
  }
#endif
