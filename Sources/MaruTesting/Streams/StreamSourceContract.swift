internal import MaruContract

/// What every source of events promises, as cases that the author of a carrier runs on it.
///
/// ```swift
/// static let contract = StreamSourceContract(
///   environment: ContractEnvironment(clock: RealClock()), traits: .all
/// ) { script in
///   let server = try MyServer { connection in
///     for act in script(connection.lastID) { connection.do(act) }
///   }
///   return StreamPlace(
///     open: { terms in StreamSource(server.stream(terms), …) },
///     openConnections: { server.connections.count })
/// }
///
/// @Test(arguments: contract.cases) func `it keeps the contract`(of promise: ContractCase)
///   async throws
/// { try await promise.run() }
/// ```
///
/// The server is told in ``StreamAct``s what to do, and keeps its own promise: it sends what follows
/// the position that it is asked for. What a source does not have is said by its traits; what a place
/// can't do is exempted by the case's name, with a reason. Both are listed in ``leftOut``.
public struct StreamSourceContract: Sendable {
  /// What the server does about a connection that goes on behind the event of this number; 0: at the
  /// beginning. Asked once for each connection, and for each that is refused.
  public typealias Script = @Sendable (_ position: Int) -> [StreamAct]
  /// Makes a place with a server for one case, which removes it.
  public typealias PlaceFactory = @Sendable (@escaping Script) async throws -> StreamPlace

  let environment: ContractEnvironment
  let traits: StreamSourceTraits
  let comesBackWithin: Duration
  let exemptions: [String: String]
  let makePlace: PlaceFactory

  /// Makes a suite for one kind of source.
  ///
  /// - Parameters:
  ///   - environment: what is waited by.
  ///   - traits: what the source has; nothing is left out by default on purpose.
  ///   - comesBackWithin: how long the source waits at most, unless its server asks for more, before it
  ///     connects or asks again. Who has left and does so later is not found out.
  ///   - exemptions: reasons by the name of the case that is left out. A name that no case has traps,
  ///     since the case it meant would be believed to be left out for a reason.
  ///   - makePlace: makes places.
  public init(
    environment: ContractEnvironment, traits: StreamSourceTraits, comesBackWithin: Duration,
    exemptions: [String: String] = [:], makePlace: @escaping PlaceFactory
  ) {
    let names = Set(Self.definitions.map(\.name))
    for name in exemptions.keys {
      precondition(names.contains(name), "no case of the streams' contract is named '\(name)'")
    }
    self.environment = environment
    self.traits = traits
    self.comesBackWithin = comesBackWithin
    self.exemptions = exemptions
    self.makePlace = makePlace
  }

  static let definitions =
    StreamSourceDefinition.reading + StreamSourceDefinition.reconnecting
    + StreamSourceDefinition.ending + StreamSourceDefinition.leaving
    + StreamSourceDefinition.cancelling + StreamSourceDefinition.slowReaders
    + StreamSourceDefinition.silence

  /// The names of the cases that apply to a source with these traits.
  ///
  /// For a simulation, where each case gets a world, and so a suite, of its own.
  public static func names(for traits: StreamSourceTraits) -> [String] {
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

  private func reasonToLeaveOut(_ definition: StreamSourceDefinition) -> String? {
    if let reason = exemptions[definition.name] { return reason }
    let missing = definition.needs.subtracting(traits)
    return missing.isEmpty ? nil : missing.reason
  }

  private func runnable(_ definition: StreamSourceDefinition) -> ContractCase {
    ContractCase(name: definition.name, rows: definition.rows) { () throws(ContractViolation) in
      do {
        try await environment.within(.seconds(60)) { try await run(definition) }
      } catch let finding as ContractFinding {
        throw ContractViolation(
          name: definition.name, expected: finding.expected, found: finding.found)
      } catch {
        throw ContractViolation(
          name: definition.name, expected: "no error", found: "\(type(of: error)): \(error)")
      }
    }
  }

  private func run(_ definition: StreamSourceDefinition) async throws {
    let bench = StreamBench(contract: self)
    do {
      try await definition.body(bench)
      // A law of every case: readers that are gone leave no connection.
      try await bench.expectNoConnection()
    } catch {
      await bench.removeAll()
      throw error
    }
    await bench.removeAll()
  }
}

/// A case before there is a source for it.
struct StreamSourceDefinition: Sendable {
  let name: String
  let rows: [String]
  let needs: StreamSourceTraits
  let body: @Sendable (StreamBench) async throws -> Void

  init(
    _ name: String, _ rows: [String], needs: StreamSourceTraits = [],
    _ body: @escaping @Sendable (StreamBench) async throws -> Void
  ) {
    self.name = name
    self.rows = rows
    self.needs = needs
    self.body = body
  }
}
