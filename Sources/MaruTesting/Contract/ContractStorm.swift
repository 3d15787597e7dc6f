internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

extension TransportContract {
  /// How a storm is.
  public struct Storm: Sendable {
    /// For how long calls begin; a second is some thousand of them.
    public var duration: Duration
    /// The number of the first call; 0. What comes to a call follows from its number and the
    /// environment's seed.
    public var firstCall: UInt64 = 0
    /// How many calls run at the same time; 16, so that connections are shared and are many.
    public var atOnce = 16
    /// Whether nothing else runs in the process; false. Only then can descriptors and memory be held
    /// against the transport.
    public var isAlone = false
    /// How many resident bytes more there may be at the end than after a tenth; 32 MiB.
    public var heapBound = 32 << 20
    /// How many calls there are at most, those included that are left out; no bound.
    public var maximumCalls = UInt64.max
    /// Where it is written down which calls are on their way.
    package var record: StormRecord?

    /// The number behind the last call's.
    fileprivate var endOfCalls: UInt64 { firstCall + min(maximumCalls, UInt64.max - firstCall) }

    /// A storm that goes on for so long, and is otherwise as the properties' defaults say.
    public init(for duration: Duration) { self.duration = duration }
  }

  /// Sends calls to a server that answers nonsense, and looks for one that does not end as a call may.
  ///
  /// Each answer begins as a good one, whose bytes are then flipped, cut out, doubled or replaced, and
  /// which ends, breaks off or is held, in pieces of any size. Every call must end soon after its
  /// limit, with a value or a `TransportFailure`. After shutdown no connection may be open, and if the
  /// storm is alone in its process, no descriptor more than before, and little more memory. For
  /// transports with sockets.
  ///
  /// - Parameters:
  ///   - storm: how long and how strong it is.
  ///   - kinds: the nonsense that is not sent, since the platform can't survive it; none. Each call
  ///     whose answer would be of such a kind is counted and not begun.
  /// - Returns: what was counted.
  /// - Throws: ``ContractViolation`` if a call ended otherwise, which then names its number, or
  ///   something is left behind.
  public func storm(
    _ storm: Storm, leavingOut kinds: Set<ContractNonsense> = []
  ) async throws(ContractViolation) -> ContractStormReport {
    do {
      let report = Locked(ContractStormReport())
      try await within(storm.duration + .seconds(60)) {
        let result = try await stormed(storm, kinds)
        report.withLock { $0 = result }
      }
      return report.withLock { $0 }
    } catch let finding as ContractFinding {
      throw ContractViolation(name: "a storm", expected: finding.expected, found: finding.found)
    } catch {
      throw ContractViolation(
        name: "a storm", expected: "no error", found: "\(type(of: error)): \(error)")
    }
  }

  private func stormed(
    _ storm: Storm, _ kinds: Set<ContractNonsense>
  ) async throws -> ContractStormReport {
    let seed = environment.seed
    let peer = try BreakingPeer(keptRequests: 0) { request in
      NonsenseAnswer(seed: seed, call: UInt64(request.target.dropFirst()) ?? 0).acts
    }
    defer { peer.stop() }
    var file: StormCallsFile?
    if let record = storm.record {
      file = StormCallsFile(record)
      if file == nil { throw ContractFinding(expected: "a record", found: "no file for it") }
    }
    let calls = StormCalls(
      bench: ContractBench(contract: self), peer: peer, storm: storm, kinds: kinds, file: file)
    // What the system and the transport's library open once and keep is not held against it.
    var report = ContractStormReport()
    report.add(try await calls.run(for: storm.duration / 10, from: storm.firstCall))
    report.descriptorsBefore = ProcessUse.descriptors
    report.residentBytesBefore = ProcessUse.residentBytes
    let begun = report.values + report.failed + report.leftOut.values.reduce(0, +)
    report.add(
      try await calls.run(for: storm.duration * 9 / 10, from: storm.firstCall + UInt64(begun)))
    if storm.isAlone { try await calls.judge(&report) }
    return report
  }
}

/// What a storm has counted.
public struct ContractStormReport: Sendable, Hashable, CustomStringConvertible {
  /// Calls that gave a whole response.
  public var values = 0
  /// Calls that ended with a `TransportFailure`.
  public var failed = 0
  /// Calls that were not begun, by the nonsense that they would have got.
  public var leftOut: [ContractNonsense: Int] = [:]
  /// Open descriptors after a tenth of the time, with the transport shut down; nil where the system
  /// does not tell.
  public var descriptorsBefore: Int?
  /// Open descriptors at the end, if they were looked at.
  public var descriptorsAfter: Int?
  /// Resident bytes after a tenth of the time; nil where the system does not tell.
  public var residentBytesBefore: Int?
  /// Resident bytes at the end, if they were looked at.
  public var residentBytesAfter: Int?

  /// Nothing counted yet.
  public init() {}

  mutating func add(_ other: ContractStormReport) {
    values += other.values
    failed += other.failed
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
  }

  /// All numbers in a line.
  public var description: String {
    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "?" }
    let out = ContractNonsense.allCases.compactMap { kind in
      leftOut[kind].map { "; \($0) left out: \(kind)" }
    }
    return """
      \(values) values, \(failed) failed\(out.joined()); descriptors \(text(descriptorsBefore)) → \
      \(text(descriptorsAfter)); resident bytes \(text(residentBytesBefore)) → \
      \(text(residentBytesAfter))
      """
  }
}

/// The calls of a storm.
private struct StormCalls: Sendable {
  let bench: ContractBench
  let peer: BreakingPeer
  let storm: TransportContract.Storm
  let kinds: Set<ContractNonsense>
  let file: StormCallsFile?

  private static let limit = Duration.milliseconds(200)
  /// Machines are busy, and a hanging call hangs for longer.
  private static let slack = Duration.seconds(10)

  /// Calls over a transport of their own, which leaves no connection.
  func run(for duration: Duration, from first: UInt64) async throws -> ContractStormReport {
    let transport = try await bench.contract.makeTransport(.system)
    do {
      let report = try await run(for: duration, from: first, over: transport)
      await transport.shutdown(.cancelling)
      try await bench.until("no connection is open after shutdown") { peer.connectionsOpen == 0 }
      return report
    } catch {
      await transport.shutdown(.cancelling)
      throw error
    }
  }

  private func run(
    for duration: Duration, from first: UInt64, over transport: any Transport
  ) async throws -> ContractStormReport {
    let end = bench.clock.now().advanced(by: duration)
    let next = Locked((first..<storm.endOfCalls).makeIterator())
    return try await withThrowingTaskGroup(of: ContractStormReport.self) { group in
      for worker in 0..<storm.atOnce {
        group.addTask(executorPreference: bench.contract.environment.executor) {
          var report = ContractStormReport()
          while bench.clock.now() < end, let call = next.withLock({ $0.next() }) {
            let answer = NonsenseAnswer(seed: bench.contract.environment.seed, call: call)
            if let kind = answer.kinds.intersection(kinds).first {
              report.leftOut[kind, default: 0] += 1
              continue
            }
            file?.begin(call, by: worker)
            try await callOnce(call, over: transport, &report)
            file?.end(by: worker)
          }
          return report
        }
      }
      var report = ContractStormReport()
      for try await one in group { report.add(one) }
      return report
    }
  }

  private func callOnce(
    _ call: UInt64, over transport: any Transport, _ report: inout ContractStormReport
  ) async throws {
    let request = TransportRequest(call % 4 == 0 ? .post : .get, peer.url("/\(call)"))
    let start = bench.clock.now()
    let outcome = await bench.call(
      transport, request, limits: TransportLimits(attempt: Self.limit), bodyLimit: 1 << 20)
    let took = start.duration(to: bench.clock.now())
    try bench.expect(
      took < Self.limit + Self.slack, "call \(call) to end soon after \(Self.limit)",
      found: "an end after \(took)")
    switch outcome {
    case .value: report.values += 1
    case .failed: report.failed += 1
    case .cancelled, .threw:
      throw ContractFinding(
        expected: "call \(call) to end with a value or a failure of the transport's",
        found: "\(outcome)")
    }
  }

  /// Looks for what is left behind in the process.
  func judge(_ report: inout ContractStormReport) async throws {
    if let before = report.descriptorsBefore {
      try await bench.until("no more than \(before) descriptors") {
        (ProcessUse.descriptors ?? 0) <= before
      }
      report.descriptorsAfter = ProcessUse.descriptors
    }
    report.residentBytesAfter = ProcessUse.residentBytes
    if let before = report.residentBytesBefore, let after = report.residentBytesAfter {
      try bench.expect(
        after - before <= storm.heapBound, "at most \(storm.heapBound) bytes more at the end",
        found: "\(after - before) bytes")
    }
  }
}
