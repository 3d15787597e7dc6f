import Foundation
import MaruContract
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// What the suite itself promises.
@Suite(.serialized) struct ContractSuiteTests {
  static let all: ContractTraits = [
    .wire, .tls, .backPressure, .keepsConnections, .decompresses, .deadProxy,
  ]

  private func contract(
    _ traits: ContractTraits, exemptions: [String: String] = [:],
    make: @escaping TransportContract.TransportFactory = { _ in NaiveTransport() }
  ) -> TransportContract {
    TransportContract(
      environment: ContractEnvironment(clock: RealClock()), traits: traits,
      exemptions: exemptions, makeTransport: make)
  }

  @Test func `every case has a name of its own, which is a sentence, and its rows`() {
    let names = TransportContract.names(for: Self.all)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.split(separator: " ").count >= 4 && !name.hasSuffix(".")) }
    for promise in contract(Self.all).cases { #expect(!promise.rows.isEmpty) }
  }

  @Test func `what does not apply is left out with its reason`() {
    let exempted = "a body of 4 MiB comes through"
    let contract = contract([], exemptions: [exempted: "too large for it"])
    let all = TransportContract.names(for: Self.all)
    let leftOut = Dictionary(uniqueKeysWithValues: contract.leftOut.map { ($0.name, $0.reason) })
    #expect(contract.cases.count + leftOut.count == all.count)
    #expect(leftOut[exempted] == "too large for it")
    #expect(leftOut["half a head is no response"] == "it has no sockets")
    #expect(leftOut["an expired certificate is told as such"] == "it speaks no TLS")
    #expect(contract.case(named: exempted) == nil)
    #expect(contract.cases.allSatisfy { leftOut[$0.name] == nil })
  }

  @Test func `cases about certificates are left out where there are none`() {
    let leftOut = contract([.wire, .tls]).leftOut.first { $0.name == "TLS 1.1 is not spoken" }
    #expect(leftOut?.reason == "there are no certificates")
  }

  @Test func `an exemption of a case that there is not is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = TransportContract(
        environment: ContractEnvironment(clock: RealClock()), traits: [],
        exemptions: ["no such case": "?"]
      ) { _ in NaiveTransport() }
    }
  }

  @Test func `a call that does not end ends its case as a violation`() async throws {
    let contract = TransportContract(
      environment: ContractEnvironment(clock: HurriedClock()), traits: []
    ) { _ in HangingTransport() }
    let promise = try #require(contract.case(named: "nothing is answered from a cache"))
    await #expect {
      try await promise.run()
    } throws: {
      ($0 as? ContractViolation)?.expected == "an end within 60.0 seconds"
    }
  }

  @Test func `a transport that can't be made is a violation`() async throws {
    struct NoLibrary: Error {}
    let contract = contract([]) { _ in throw NoLibrary() }
    let promise = try #require(contract.case(named: "nothing is answered from a cache"))
    await #expect {
      try await promise.run()
    } throws: {
      ($0 as? ContractViolation)?.found.contains("NoLibrary") == true
    }
  }

  @Test func `a soak of a good transport counts its calls`() async throws {
    let report = try await contract([.wire]).soak(calls: 600, isAlone: false)
    #expect(report.values + report.cancelled + report.failed == 600)
    #expect(report.values > 200 && report.cancelled > 20 && report.failed > 20, "\(report)")
  }

  @Test(arguments: [PlantedBug.leaksConnections, .reportsCancelAsFailure])
  func `a soak finds what small tests find`(bug: PlantedBug) async {
    await #expect(throws: ContractViolation.self) {
      _ = try await contract([.wire]) { _ in NaiveTransport([bug]) }.soak(
        calls: 200, isAlone: false)
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil,
      "the address sanitizer keeps what is freed"))
  func `a soak alone in its process leaves no descriptor and no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let contract = TransportContract(
        environment: ContractEnvironment(clock: RealClock()), traits: [.wire]
      ) { _ in NaiveTransport() }
      do {
        let report = try await contract.soak(calls: 2000, isAlone: true, heapBound: 32 << 20)
        #if os(Linux)
          #expect(report.descriptorsAfter != nil && report.residentBytesAtEnd != nil)
        #endif
      } catch {
        // Another process's error is seen only if it is recorded.
        Issue.record("\(error)")
      }
    }
  }

  /// A clock on which a minute takes 60 milliseconds.
  struct HurriedClock: MonotonicClock {
    func now() -> MonotonicInstant {
      MonotonicInstant(nanoseconds: RealClock().now().nanoseconds * 1000)
    }
    func sleep(until deadline: MonotonicInstant) async throws {
      try await RealClock().sleep(
        until: MonotonicInstant(nanoseconds: deadline.nanoseconds / 1000))
    }
  }

  /// Never answers, and does not mind being cancelled.
  final class HangingTransport: Transport {
    private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])

    func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
      throw CancellationError()
    }

    func shutdown(_ mode: ShutdownMode) async {
      for one in waiting.withLock({ waiting in
        defer { waiting = [] }
        return waiting
      }) { one.resume() }
    }

    deinit { for one in waiting.withLock({ $0 }) { one.resume() } }
  }
}
