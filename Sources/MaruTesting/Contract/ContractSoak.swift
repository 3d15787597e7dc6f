internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

extension TransportContract {
  /// Sends many mixed calls at once, cancels a part of them at random moments, and looks for what is
  /// left behind.
  ///
  /// The calls are small and large, up and down, whole and broken off, left unread and timed out;
  /// which, and what is cancelled when, follows from the environment's seed. Every call must end
  /// as its kind may end. After shutdown no connection may be open. A hundred calls more go ahead, over
  /// a transport of their own, so that what is opened once in a process is open when counting begins.
  ///
  /// - Parameters:
  ///   - calls: how many; 50,000 in a release build take a minute or so.
  ///   - atOnce: how many at the same time.
  ///   - isAlone: whether nothing else runs in the process. Only then can descriptors and memory be
  ///     held against the transport: no descriptor more than before, and no more than `heapBound`
  ///     bytes of resident memory (Linux, `/proc/self/statm`) more after the second half of the
  ///     calls than after the first.
  ///   - heapBound: how many bytes the second half may grow by.
  /// - Returns: what was counted.
  /// - Throws: ``ContractViolation`` if a call ended otherwise or something is left behind.
  public func soak(
    calls: Int, atOnce: Int = 32, isAlone: Bool, heapBound: Int = 8 << 20
  ) async throws(ContractViolation) -> ContractSoakReport {
    do {
      let report = Locked(ContractSoakReport())
      // Far more than it takes, so that one hanging call ends the wait.
      try await within(.seconds(60) + .milliseconds(20) * calls) {
        let result = try await soaked(calls, atOnce, isAlone, heapBound)
        report.withLock { $0 = result }
      }
      return report.withLock { $0 }
    } catch let finding as ContractFinding {
      throw ContractViolation(name: "a soak", expected: finding.expected, found: finding.found)
    } catch {
      throw ContractViolation(
        name: "a soak", expected: "no error", found: "\(type(of: error)): \(error)")
    }
  }

  private func soaked(
    _ calls: Int, _ atOnce: Int, _ isAlone: Bool, _ heapBound: Int
  ) async throws -> ContractSoakReport {
    let bench = ContractBench(contract: self)
    let server: ContractServer
    if traits.contains(.wire) {
      server = ContractServer(
        try BreakingPeer(keptRequests: 0) { ContractSoak.script($0).map(WireAct.act) })
    } else {
      server = try await serve(ContractSoak.script)
    }
    do {
      // What the system and the transport's library open once and keep is not held against it.
      let first = try await makeTransport(.system)
      do {
        _ = try await ContractSoak(bench, first, server).run(min(calls, 100), atOnce)
      } catch {
        await first.shutdown(.cancelling)
        throw error
      }
      await first.shutdown(.finishing)
      try await bench.until("no connection is open after shutdown") {
        server.openConnections() == 0
      }
      let descriptors = ProcessUse.descriptors
      let transport = try await makeTransport(.system)
      var report = ContractSoakReport()
      do {
        report = try await ContractSoak(bench, transport, server).run(calls / 2, atOnce)
        report.residentBytesAtHalf = ProcessUse.residentBytes
        report.add(try await ContractSoak(bench, transport, server).run(calls - calls / 2, atOnce))
        report.residentBytesAtEnd = ProcessUse.residentBytes
      } catch {
        await transport.shutdown(.cancelling)
        throw error
      }
      await transport.shutdown(.finishing)
      try await bench.until("no connection is open after shutdown") {
        server.openConnections() == 0
      }
      report.descriptorsBefore = descriptors
      if isAlone { try await judge(&report, heapBound, bench) }
      await server.stop()
      return report
    } catch {
      await server.stop()
      throw error
    }
  }

  private func judge(
    _ report: inout ContractSoakReport, _ heapBound: Int, _ bench: ContractBench
  ) async throws {
    if let before = report.descriptorsBefore {
      try await bench.until("no more than \(before) descriptors") {
        (ProcessUse.descriptors ?? 0) <= before
      }
      report.descriptorsAfter = ProcessUse.descriptors
    }
    if let half = report.residentBytesAtHalf, let end = report.residentBytesAtEnd {
      try bench.expect(
        end - half <= heapBound, "at most \(heapBound) bytes more after the second half",
        found: "\(end - half) bytes")
    }
  }
}

/// What a soak has counted.
public struct ContractSoakReport: Sendable, Hashable, CustomStringConvertible {
  /// Calls that gave a whole response.
  public var values = 0
  /// Calls that ended with `CancellationError`.
  public var cancelled = 0
  /// Calls that failed as their script wanted.
  public var failed = 0
  /// Open descriptors before there was a transport; nil where the system does not tell.
  public var descriptorsBefore: Int?
  /// Open descriptors after its shutdown, if they were looked at.
  public var descriptorsAfter: Int?
  /// Resident bytes after half of the calls; nil where the system does not tell.
  public var residentBytesAtHalf: Int?
  /// Resident bytes after all calls; nil where the system does not tell.
  public var residentBytesAtEnd: Int?

  /// Nothing counted yet.
  public init() {}

  mutating func add(_ other: ContractSoakReport) {
    values += other.values
    cancelled += other.cancelled
    failed += other.failed
  }

  /// All numbers in a line.
  public var description: String {
    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "?" }
    return """
      \(values) values, \(cancelled) cancelled, \(failed) failed as scripted; descriptors \
      \(text(descriptorsBefore)) → \(text(descriptorsAfter)); resident bytes \
      \(text(residentBytesAtHalf)) → \(text(residentBytesAtEnd))
      """
  }
}

/// The calls of a soak.
private struct ContractSoak: Sendable {
  private let bench: ContractBench
  private let transport: any Transport
  private let server: ContractServer

  init(_ bench: ContractBench, _ transport: any Transport, _ server: ContractServer) {
    self.bench = bench
    self.transport = transport
    self.server = server
  }

  private static let pieces = (0..<20).map { Array("piece \($0);".utf8) }

  @Sendable static func script(_ request: PeerRequest) -> [ServerAct] {
    switch request.target {
    case "/pieces": [.head(200)] + pieces.map(ServerAct.body) + [.end]
    case "/large", "/unread": [.head(200), .fill(262_144), .end]
    case "/slow": [.head(200), .pause(.milliseconds(2)), .body([1]), .end]
    case "/lost": [.cut]
    case "/cut": [.head(200), .body([1]), .cut]
    case "/hold": [.hold]
    case "/upload": ServerAct.text("\(request.bodyLength)")
    default: ServerAct.text("hi")
    }
  }

  private static let targets = [
    "/small", "/small", "/small", "/pieces", "/large", "/unread", "/slow", "/lost", "/cut",
    "/hold", "/upload", "/upload",
  ]

  func run(_ calls: Int, _ atOnce: Int) async throws -> ContractSoakReport {
    let left = Locked(calls)
    return try await withThrowingTaskGroup(of: ContractSoakReport.self) { group in
      for _ in 0..<atOnce {
        group.addTask(executorPreference: bench.contract.environment.executor) {
          var report = ContractSoakReport()
          while left.withLock({ count in
            count -= 1
            return count >= 0
          }) {
            try await callOnce(&report)
          }
          return report
        }
      }
      var report = ContractSoakReport()
      for try await one in group { report.add(one) }
      return report
    }
  }

  private func callOnce(_ report: inout ContractSoakReport) async throws {
    let target = Self.targets[bench.chance(below: Self.targets.count)]
    let isCancelled = bench.chance(below: 4) == 0
    let call = bench.start { await send(target) }
    if isCancelled {
      try await bench.pause(.microseconds(bench.chance(below: 3000)))
      call.cancel()
    }
    let outcome = await call.value
    switch outcome {
    case .cancelled where isCancelled: report.cancelled += 1
    case .value(let answer):
      let body = Self.expectedBody(target)
      try bench.equal(answer.body, body ?? [], "\(target) with the body")
      report.values += 1
    default:
      switch target {
      case "/lost", "/cut": try bench.failure(outcome, .connectionLost)
      case "/hold": try bench.failure(outcome, .timedOut)
      default:
        throw ContractFinding(expected: "an end as \(target) may have", found: "\(outcome)")
      }
      report.failed += 1
    }
  }

  private func send(_ target: String) async -> ContractOutcome {
    let isUpload = target == "/upload"
    let request = TransportRequest(isUpload ? .post : .get, server.url(target))
    switch target {
    case "/unread":
      return await bench.outcome(transport, request) { head, _ in ContractAnswer(head: head) }
    case "/hold":
      let limits = TransportLimits(attempt: .milliseconds(30))
      return await bench.call(transport, request, limits: limits)
    case "/upload":
      let stream = ContractStream([
        .bytes([UInt8](repeating: 1, count: 20_000)), .bytes([1, 2, 3]),
      ])
      return await bench.call(transport, request, body: stream.body(length: nil))
    default:
      return await bench.call(transport, request)
    }
  }

  /// The body of a whole response; nil if the target gives none that is read.
  private static func expectedBody(_ target: String) -> [UInt8]? {
    switch target {
    case "/pieces": Array(pieces.joined())
    case "/large": [UInt8](repeating: UInt8(ascii: "x"), count: 262_144)
    case "/slow": [1]
    case "/upload": Array("20003".utf8)
    case "/small": Array("hi".utf8)
    default: nil
    }
  }
}
