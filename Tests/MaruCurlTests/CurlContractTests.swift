#if os(Linux)
  import Foundation
  import MaruContract
  import MaruCurl
  import MaruTesting
  import Testing

  extension CurlWireTests {
    /// libcurl keeps the contract of every transport.
    @Suite struct CurlContractTests {
      /// Time of the machine, for waiting on real sockets.
      struct RealClock: MonotonicClock {
        private static let start = ContinuousClock.now

        func now() -> MonotonicInstant {
          MonotonicInstant(nanoseconds: 0).advanced(by: ContinuousClock.now - Self.start)
        }

        func sleep(until deadline: MonotonicInstant) async throws {
          try await Task.sleep(for: now().duration(to: deadline))
        }
      }

      static let cutCompression = "a compressed body that ends early is malformed"
      static let cutCompressionReason =
        "libcurl does not tell whether a compressed body whose transfer is whole came to its own end"

      static let contract = TransportContract(
        environment: ContractEnvironment(clock: RealClock()),
        traits: [.wire, .tls, .backPressure, .keepsConnections, .decompresses],
        certificates: try? CurlTLSTests.fixtures.get(),
        exemptions: [cutCompression: cutCompressionReason]
      ) { trust in
        switch trust {
        case .system: try CurlTransport(.init(trust: .system))
        case .authorities(let path):
          try CurlTransport(.init(trust: .certificates(pemFilePath: path)))
        }
      }

      @Test(arguments: contract.cases)
      func `libcurl keeps it`(promise: ContractCase) async throws {
        try await promise.run()
      }

      @Test func `nothing is left out but what libcurl can not do or a process must be for`() {
        let names = Set(Self.contract.leftOut.map(\.name))
        #expect(names == ["the environment's proxies are not used", Self.cutCompression])
      }

      @Test func `the documentation names exactly what libcurl can not do`() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent()
          .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
          contentsOf: repository.appending(path: "Documentation/Transports.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").map { $0.split(separator: "|") }
        let exempt = rows.filter { $0.count == 4 && $0[1] == " no " }.map { $0[0].dropFirst() }
        #expect(exempt.map { String($0.dropLast()) } == [Self.cutCompression])
      }

      @Test func `the environment's proxies are not used`() async {
        await #expect(processExitsWith: .success) {
          TransportContract.nameDeadProxy()
          let contract = TransportContract(
            environment: ContractEnvironment(clock: RealClock()), traits: [.wire, .deadProxy]
          ) { _ in try CurlTransport(.init(trust: .system)) }
          let promise = try #require(contract.case(named: "the environment's proxies are not used"))
          try await promise.run()
        }
      }

      @Test func `a transport that trusts whom it should not is found`() async throws {
        let fixtures = try TLSFixtures()
        let contract = TransportContract(
          environment: ContractEnvironment(clock: RealClock()), traits: .tls, certificates: fixtures
        ) { _ in try CurlTransport(.init(trust: .certificates(pemFilePath: fixtures.authorityPath)))
        }
        let name = "an authority that the system does not know is not trusted"
        let promise = try #require(contract.case(named: name))
        await #expect(throws: ContractViolation.self) { try await promise.run() }
      }

      /// 400 calls; Scripts/check --deep lets it go on for ten minutes. In a process of its own, so
      /// that memory can be held against it, and a crash tells what it came from.
      @Test(.timeLimit(.minutes(20)))
      func `nonsense of every kind ends a call as a call may end`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["MARU_STORM_SECONDS"].flatMap(Int.init)
        let seconds = wanted ?? 60
        let calls: UInt64 = wanted == nil ? 400 : .max
        let seed = environment["MARU_STORM_SEED"].flatMap(UInt64.init) ?? 1
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let record = StormRecord(folder: folder.path)
        defer { record.remove() }
        let result = await #expect(processExitsWith: .success) {
          [
            record = record as StormRecord, seconds = seconds as Int, seed = seed as UInt64,
            calls = calls as UInt64
          ] in
          record.begin(within: seconds + 120)
          let contract = TransportContract(
            environment: ContractEnvironment(clock: RealClock(), seed: seed), traits: [.wire]
          ) { _ in try CurlTransport(.init(trust: .system)) }
          var storm = TransportContract.Storm(for: .seconds(seconds))
          storm.maximumCalls = calls
          storm.isAlone = true
          storm.record = record
          do {
            let report = try await contract.storm(storm)
            record.say("libcurl, seed \(seed): \(report)")
            try #require(report.values > 50 && report.failed > 50)
          } catch {
            record.say("\(error)")
            exit(EXIT_FAILURE)
          }
        }
        print(record.said.joined(separator: "\n"))
        if result == nil {
          Issue.record("seed \(seed), calls \(record.unfinished) were on their way: \(record.said)")
        }
      }

      @Test func `a storm finds a failure that poses as a cancelled call`() async {
        let contract = TransportContract(
          environment: ContractEnvironment(clock: RealClock()), traits: [.wire]
        ) { _ in PosingTransport(inner: try CurlTransport(.init(trust: .system))) }
        await #expect(throws: ContractViolation.self) {
          _ = try await contract.storm(.init(for: .milliseconds(500)))
        }
      }

      /// Wrong on purpose: takes a lost connection for a caller who left, as -999 makes one do.
      private struct PosingTransport: Transport {
        let inner: CurlTransport

        func perform<Value: Sendable>(
          _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
          receive: (TransportResponse, any TransportBody) async throws -> Value
        ) async throws -> Value {
          do {
            return try await inner.perform(request, body: body, limits: limits, receive: receive)
          } catch is TransportFailure {
            throw CancellationError()
          }
        }

        func shutdown(_ mode: ShutdownMode) async { await inner.shutdown(mode) }
      }

      @Test func `a soak leaves no connection behind`() async throws {
        let report = try await Self.contract.soak(calls: 500, isAlone: false)
        #expect(report.values > 100 && report.cancelled > 20 && report.failed > 20, "\(report)")
      }
    }
  }
#endif
