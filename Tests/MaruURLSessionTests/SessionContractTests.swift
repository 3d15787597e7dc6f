#if os(Linux)
  import Foundation
  import MaruContract
  import MaruTesting
  import MaruURLSession
  import Testing

  /// URLSession on Linux keeps the contract of every transport, but for what is named here.
  ///
  /// One case after the other: they measure time and memory.
  @Suite(.serialized) struct SessionContractTests {
    static let contract = TransportContract(
      environment: ContractEnvironment(clock: RealClock()),
      traits: [.wire, .tls, .backPressure, .keepsConnections, .decompresses, .deadProxy],
      certificates: try? TLSFixtures(), exemptions: SessionExemptions.reasons
    ) { _ in
      // Whose word is taken can't be set: where a case brings authorities, the system's are asked.
      try URLSessionTransport(clock: RealClock())
    }

    @Test(arguments: contract.cases)
    func `URLSession keeps it`(promise: ContractCase) async throws {
      do throws(ContractViolation) {
        try await promise.run()
      } catch {
        // On a busy machine Linux's URLSession keeps a connection now and then after it has told that it
        // is over: seen twice in some 2,000 cases, with three suites at once. One that we kept would be
        // there again.
        guard error.expected == "no connection is open after shutdown" else { throw error }
        withKnownIssue("URLSession keeps a connection after its end") { throw error }
        try await promise.run()
      }
    }

    @Test func `nothing is left out but what is named`() {
      #expect(Set(Self.contract.leftOut.map(\.name)) == Set(SessionExemptions.reasons.keys))
    }

    @Test func `the documentation names exactly what is left out`() throws {
      let table = try TransportTable()
      #expect(table.exempt(in: .urlSessionOnLinux) == Set(SessionExemptions.reasons.keys))
      // Nobody has run anything there, so nothing is promised and nothing left out.
      #expect(table.exempt(in: .urlSessionOnApple).isEmpty)
    }

    /// A contract without exemptions, for showing that each crash is still one.
    private static let bare = TransportContract(
      environment: ContractEnvironment(clock: RealClock()), traits: [.wire]
    ) { _ in try URLSessionTransport(clock: RealClock()) }

    @Test(arguments: SessionExemptions.deadly)
    func `what is left out since it ends the process still does`(_ name: String) async throws {
      let ending = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name = name as String] in try await Self.bare.case(named: name)?.run() }
      // A promise that is broken is a failure, too, and another one.
      let said = String(decoding: try #require(ending).standardErrorContent, as: UTF8.self)
      #expect(said.contains("FoundationNetworking/"), "\(said)")
    }

    /// 20,000 calls with MARU_SOAK_CALLS=20000, as Scripts/check does; then it is to run alone, and
    /// descriptors and memory count, too.
    @Test func `a soak leaves no connection behind`() async throws {
      let wanted = ProcessInfo.processInfo.environment["MARU_SOAK_CALLS"].flatMap { Int($0) }
      let report = try await Self.contract.soak(calls: wanted ?? 500, isAlone: wanted != nil)
      #expect(report.values > 100 && report.cancelled > 20 && report.failed > 20, "\(report)")
    }
  }
#endif
