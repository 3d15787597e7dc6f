#if os(Linux)
  import Foundation
  import Maru
  import MaruSystem
  import Testing

  /// Moves one file in a process of its own, whose memory nobody else uses and which can be killed.
  ///
  /// The process is this very program, told by its environment to run the one test below.
  struct ChildTransfer {
    enum Role: String { case download, upload }

    private static let environment = ProcessInfo.processInfo.environment
    /// What this process is to do, if it is such a child.
    static let role = environment["MARU_CHILD_ROLE"].flatMap { Role(rawValue: $0) }

    let process = Process()
    private let output = Pipe()

    /// Starts one.
    init(_ role: Role, port: Int, file: URL) throws {
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [
        "--testing-library", "swift-testing", "--filter", "does what its parent wants",
      ]
      process.environment = Self.environment.merging([
        "MARU_CHILD_ROLE": role.rawValue, "MARU_CHILD_PORT": "\(port)",
        "MARU_CHILD_FILE": file.path(percentEncoded: false),
      ]) { $1 }
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// What it found out; nil if it did not come that far.
    struct Report: Codable {
      /// By how much its memory grew at most while it moved the file.
      var grown: Int
      /// The last progress that it heard of.
      var completed: Int
      var total: Int?
      /// How many bytes were there before.
      var resumed: Int
    }

    /// Waits for its end.
    func report() -> Report? {
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let line = text.split(separator: "\n").first { $0.hasPrefix("REPORT ") }
      return line.flatMap {
        try? JSONDecoder().decode(Report.self, from: Data($0.dropFirst(7).utf8))
      }
    }

    /// Ends it as the system ends processes: at once, between any two instructions.
    func kill() {
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }

    /// What the child does.
    static func run(_ role: Role) async throws {
      let port = try #require(environment["MARU_CHILD_PORT"])
      let file = URL(filePath: try #require(environment["MARU_CHILD_FILE"]))
      let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
      var configuration = try MaruClient.Configuration(
        baseURL: address, plainHTTP: .allowedToLoopback)
      configuration.limits.deadline = .seconds(300)
      configuration.limits.attempt = .seconds(300)
      let client = try MaruClient(configuration, credentials: nil)
      // The first call loads what every call needs: it is not the file's.
      try await client.send(Endpoint<Void>.put("/warm", body: .text("up"), credential: .none))
      let start = residentBytes()
      let seen = Locked((peak: start, completed: -1, total: Int?.none, looked: 0))
      let progress: ProgressReport = { progress in
        let isDue = seen.withLock { seen in
          seen.completed = progress.completed
          seen.total = progress.total
          guard progress.completed - seen.looked >= 1 << 20 else { return false }
          seen.looked = progress.completed
          return true
        }
        guard isDue else { return }
        let now = residentBytes()
        seen.withLock { $0.peak = max($0.peak, now) }
      }
      var resumed = 0
      switch role {
      case .download:
        var options = DownloadOptions(existing: .replaced)
        options.keepsPartial = true
        resumed = try await client.download(
          Endpoint<Data>.get("/file", as: .bytes, credential: .none), to: file, options: options,
          progress: progress
        ).resumedBytes
      case .upload:
        let body = EndpointBody.file(file, as: .bytes).reporting(to: progress)
        try await client.send(Endpoint<Void>.put("/file", body: body, credential: .none))
      }
      let end = seen.withLock { $0 }
      let report = Report(
        grown: max(end.peak, residentBytes()) - start, completed: end.completed, total: end.total,
        resumed: resumed)
      print("REPORT " + String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
      await client.shutdown(.finishing)
    }

    private static func residentBytes() -> Int {
      // proc(5): the second number is the resident pages.
      let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ")
      return (words.flatMap { Int($0[1]) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }

  @Suite(.enabled(if: ChildTransfer.role != nil)) struct `A child process` {
    @Test func `does what its parent wants`() async throws {
      try await ChildTransfer.run(try #require(ChildTransfer.role))
    }
  }
#endif
