#if os(Linux)
  import Foundation
  import MaruContract
  import MaruHTTP
  import MaruTesting
  import MaruURLSession
  import Testing

  /// A server that answers nonsense, over URLSession on Linux, where some of it ends the process.
  ///
  /// So each storm has a process of its own.
  @Suite(.serialized) struct SessionStormTests {
    /// The nonsense that ends the process, and why. `Documentation/Transports.md` tells it to users.
    static let deadly: [ContractNonsense: String] = [
      .unfinishedHead: "libcurl ends the transfer well, and URLSession has no response",
      .halfEmptyLine: "libcurl takes it for the end of the head, and URLSession does not",
      .nullLine: "libcurl lets go of what came with it, and so of the head's end",
      .otherVersion: "libcurl then sends several requests at once over one connection",
      .trailers:
        "URLSession takes them for a head that breaks off; many also hold up all calls, since it copies "
        + "all lines for each",
    ]

    struct Answer: Sendable, CustomTestStringConvertible {
      var kind: ContractNonsense
      var text: String
      /// What comes a moment later, before the connection is reset and not closed.
      var later: String?
      /// How often it is asked for, by how many at once.
      var calls = 2
      var atOnce = 1
      var testDescription: String { "\(kind): \(text.debugDescription)" }
    }

    static let deadlyAnswers = [
      Answer(kind: .unfinishedHead, text: "HTTP/1.1 200 OK\r\nContent-Le"),
      Answer(kind: .unfinishedHead, text: "HTTP/1.1 200 OK\r\nX: 1\r\n"),
      Answer(kind: .unfinishedHead, text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX"),
      Answer(kind: .halfEmptyLine, text: "HTTP/1.1 204 No Content\r\n\rX: 1\r\n\r\n"),
      Answer(kind: .nullLine, text: "HTTP/1.1 204 No Content\r\n\0X: 1\r\n\r\n"),
      Answer(
        kind: .trailers,
        text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1\r\n\r\n"),
      Answer(
        kind: .trailers,
        text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1\r\n\r"),
      Answer(
        kind: .otherVersion, text: "HTTP/204\r\nDa", later: "te: x\r\n\r\n",
        calls: 5000, atOnce: 16),
    ]

    /// Tells on the day on which one is mended: then it is to be left out no more.
    @Test(arguments: deadlyAnswers.indices)
    func `what is left out ends the process`(_ index: Int) async throws {
      let answer = Self.deadlyAnswers[index]
      let isClosed = answer.later == nil
      #expect(
        ContractNonsense.kinds(of: answer.text + (answer.later ?? ""), isClosed: isClosed)
          == [answer.kind])
      let record = try Self.newRecord()
      defer { record.remove() }
      await #expect(processExitsWith: .failure, "\(answer.testDescription)") {
        [index = index as Int, record = record as StormRecord] in
        record.begin(within: 60)
        let answer = Self.deadlyAnswers[index]
        let peer = try BreakingPeer { _ in
          guard let later = answer.later else { return [.text(answer.text), .act(.cut)] }
          return [
            .text(answer.text), .act(.pause(.milliseconds(5))), .text(later), .act(.reset),
          ]
        }
        let transport = try URLSessionTransport(clock: RealClock())
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<answer.atOnce {
            group.addTask {
              for _ in 0..<(answer.calls / answer.atOnce) {
                _ = try? await transport.fetch(peer.url())
              }
            }
          }
        }
        await transport.shutdown(.cancelling)
        peer.stop()
      }
      #expect(record.said.contains { $0.hasPrefix("FoundationNetworking/") }, "\(record.said)")
    }

    @Test func `each kind that is left out has its answer and its line in the documentation`()
      throws
    {
      #expect(Set(Self.deadlyAnswers.map(\.kind)) == Set(Self.deadly.keys))
      #expect(try TransportTable().deadlyOnLinux == Set(Self.deadly.keys.map(\.rawValue)))
    }

    @Test func `a storm that leaves nothing out tells which calls ended the process`() async throws
    {
      let record = try Self.newRecord()
      defer { record.remove() }
      await #expect(processExitsWith: .failure) { [record = record as StormRecord] in
        record.begin(within: 180)
        var storm = TransportContract.Storm(for: .seconds(60))
        storm.record = record
        _ = try await Self.contract(seed: 1).storm(storm)
      }
      #expect(record.said.contains { $0.hasPrefix("FoundationNetworking/") }, "\(record.said)")
      #expect(!record.unfinished.isEmpty)
    }

    /// 400 calls; Scripts/check --deep lets it go on for ten minutes, each minute in a process of its own:
    /// what comes behind a crash is looked at, too.
    @Test(.timeLimit(.minutes(30)))
    func `nonsense of every kind but the deadly ends a call as a call may end`() async throws {
      let environment = ProcessInfo.processInfo.environment
      let seed = environment["MARU_STORM_SEED"].flatMap(UInt64.init) ?? 1
      let wanted = environment["MARU_STORM_SECONDS"].flatMap(Int.init)
      var left = wanted ?? 60
      var first: UInt64 = 0
      while left > 0 {
        let record = try Self.newRecord()
        defer { record.remove() }
        let seconds = min(left, 60)
        let calls: UInt64 = wanted == nil ? 400 : .max
        if await !Self.survives(record, seed, first, calls: calls, seconds: seconds) {
          for call in record.unfinished {
            let alone = try Self.newRecord()
            defer { alone.remove() }
            // Fails and names the call if it ends the process alone, too.
            _ = await Self.survives(alone, seed, call, calls: 1, seconds: 5)
          }
        }
        left -= seconds
        first += 1 << 32
      }
    }

    private static func newRecord() throws -> StormRecord {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      return StormRecord(folder: folder.path)
    }

    private static func contract(seed: UInt64) -> TransportContract {
      TransportContract(
        environment: ContractEnvironment(clock: RealClock(), seed: seed), traits: [.wire]
      ) { _ in try URLSessionTransport(clock: RealClock()) }
    }

    private static func survives(
      _ record: StormRecord, _ seed: UInt64, _ first: UInt64, calls: UInt64, seconds: Int
    ) async -> Bool {
      let result = await #expect(
        processExitsWith: .success, "calls of seed \(seed) from \(first) on, at most \(calls)"
      ) { [record, seed, first, calls, seconds] in
        record.begin(within: seconds + 120)
        var storm = TransportContract.Storm(for: .seconds(seconds))
        storm.firstCall = first
        storm.maximumCalls = calls
        storm.isAlone = true
        storm.record = record
        do {
          let report = try await Self.contract(seed: seed)
            .storm(storm, leavingOut: Set(Self.deadly.keys))
          record.say("URLSession, seed \(seed), calls from \(first): \(report)")
          if calls > 1 { try #require(report.values > 50 && report.failed > 50) }
        } catch {
          record.say("\(error)")
          exit(EXIT_FAILURE)
        }
      }
      let said = record.said.joined(separator: "\n")
      print(said)
      if result == nil {
        Issue.record("seed \(seed), calls \(record.unfinished) were on their way: \(said)")
      }
      return result != nil
    }
  }
#endif
