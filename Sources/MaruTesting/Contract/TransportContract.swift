#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
public import MaruContract

/// What every transport promises, as cases that an implementer runs on its own.
///
/// ```swift
/// static let contract = TransportContract(
///   environment: ContractEnvironment(clock: RealClock()), traits: [.wire, .tls, .backPressure],
///   certificates: try? TLSFixtures()
/// ) { trust in try MyTransport(trust) }
///
/// @Test(arguments: contract.cases) func `it keeps the contract`(of promise: ContractCase)
///   async throws
/// { try await promise.run() }
/// ```
///
/// Cases about acts (``ServerAct``) run against any transport, also a fake one in simulated time.
/// Cases about bytes and certificates run against those that have sockets. What a platform can't do
/// is exempted by the case's name, with a reason, and is listed in ``leftOut``.
public struct TransportContract: Sendable {
  /// Makes a transport for one case; the case shuts it down.
  public typealias TransportFactory = @Sendable (ContractTrust) async throws -> any Transport
  /// Makes a server for one case; the case stops it.
  public typealias ServerFactory =
    @Sendable (@escaping ContractServer.Script) async throws -> ContractServer

  let environment: ContractEnvironment
  let traits: ContractTraits
  let certificates: TLSFixtures?
  let exemptions: [String: String]
  let serve: ServerFactory
  let makeTransport: TransportFactory

  /// Makes a suite for one kind of transport.
  ///
  /// - Parameters:
  ///   - environment: what is waited by.
  ///   - traits: what the transport has; nothing is left out by default on purpose.
  ///   - certificates: what the cases about TLS are made with; without them they are left out.
  ///   - exemptions: reasons by the name of the case that is left out. A name that no case has traps,
  ///     since the case it meant would be believed to be left out for a reason.
  ///   - serve: makes servers; by default such of sockets.
  ///   - makeTransport: makes transports.
  public init(
    environment: ContractEnvironment, traits: ContractTraits, certificates: TLSFixtures? = nil,
    exemptions: [String: String] = [:],
    serve: @escaping ServerFactory = { ContractServer(try BreakingPeer.playing($0)) },
    makeTransport: @escaping TransportFactory
  ) {
    let names = Set(Self.definitions.map(\.name))
    for name in exemptions.keys {
      precondition(names.contains(name), "no case of the transport contract is named '\(name)'")
    }
    self.environment = environment
    self.traits = traits
    self.certificates = certificates
    self.exemptions = exemptions
    self.serve = serve
    self.makeTransport = makeTransport
  }

  static let definitions =
    ContractDefinition.requests + ContractDefinition.responses + ContractDefinition.bodies
    + ContractDefinition.uploads + ContractDefinition.cancelling + ContractDefinition.limits
    + ContractDefinition.failures + ContractDefinition.sentOnce + ContractDefinition.policies
    + ContractDefinition.shutdown + ContractDefinition.pressure + ContractDefinition.heads
    + ContractDefinition.framing + ContractDefinition.compression + ContractDefinition.tls

  /// The names of the cases that apply to a transport with these traits.
  ///
  /// For a simulation, where each case gets a world, and so a suite, of its own.
  public static func names(for traits: ContractTraits) -> [String] {
    definitions.filter { traits.isSuperset(of: $0.needs) }.map(\.name)
  }

  /// The cases that apply.
  public var cases: [ContractCase] {
    Self.definitions.filter { reasonToLeaveOut($0) == nil }.map(runnable)
  }

  /// The case of a name that applies; nil if it does not.
  public func `case`(named name: String) -> ContractCase? {
    Self.definitions.first { $0.name == name && reasonToLeaveOut($0) == nil }.map(runnable)
  }

  /// The cases that don't apply, and why; what a test run should print.
  public var leftOut: [(name: String, reason: String)] {
    Self.definitions.compactMap { definition in
      reasonToLeaveOut(definition).map { (definition.name, $0) }
    }
  }

  private func reasonToLeaveOut(_ definition: ContractDefinition) -> String? {
    if let reason = exemptions[definition.name] { return reason }
    let missing = definition.needs.subtracting(traits)
    if !missing.isEmpty { return missing.reason }
    return definition.needs.contains(.tls) && certificates == nil
      ? "there are no certificates" : nil
  }

  /// Names a proxy that does not exist in this process's environment, in each way that HTTP
  /// libraries look for, and switches off what names exceptions.
  ///
  /// A transport that believes the environment then reaches nothing. The environment belongs to the
  /// whole process: call this first, before any thread could read it; then add
  /// ``ContractTraits/deadProxy`` to the traits.
  public static func nameDeadProxy() {
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      // Port 9 (discard, RFC 863) of this machine: nobody listens there.
      setenv(name, "http://127.0.0.1:9", 1)
    }
    for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
  }

  private func runnable(_ definition: ContractDefinition) -> ContractCase {
    ContractCase(name: definition.name, rows: definition.rows) { () throws(ContractViolation) in
      do {
        try await within(.seconds(60)) { try await run(definition) }
      } catch let finding as ContractFinding {
        throw ContractViolation(
          name: definition.name, expected: finding.expected, found: finding.found)
      } catch {
        throw ContractViolation(
          name: definition.name, expected: "no error", found: "\(type(of: error)): \(error)")
      }
    }
  }

  private func run(_ definition: ContractDefinition) async throws {
    let bench = ContractBench(contract: self)
    do {
      try await definition.body(bench)
    } catch {
      try? await bench.tearDown()
      throw error
    }
    try await bench.tearDown()
  }

  /// Ends the wait for `body` even if a transport does not end.
  func within(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await environment.within(limit, body)
  }
}
