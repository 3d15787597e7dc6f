internal import MaruContract

/// What every store of secrets promises, as cases that an implementer runs on its own.
///
/// ```swift
/// static let contract = SecretStoreContract(
///   environment: ContractEnvironment(clock: RealClock()), traits: [.persists],
///   conditions: [SecretStoreCondition("the keychain is locked", codes: [.locked])]
/// ) {
///   let keychain = MyKeychain()
///   return SecretStorePlace(open: { MyStore(keychain) }, set: { keychain.isLocked = $0 != nil })
/// }
///
/// @Test(arguments: contract.cases) func `it keeps the contract`(of promise: ContractCase)
///   async throws
/// { try await promise.run() }
/// ```
///
/// Each case has namespaces of its own and empties them before and after, so that cases can share one
/// system's store. Where they do, and there are conditions, they must run one after the other. What a
/// store can't do is exempted by the case's name, with a reason, and is listed in ``leftOut``.
public struct SecretStoreContract: Sendable {
  /// Makes a place for one case, which removes it.
  public typealias PlaceFactory = @Sendable () async throws -> SecretStorePlace

  let environment: ContractEnvironment
  let traits: SecretStoreTraits
  let conditions: [SecretStoreCondition]
  let exemptions: [String: String]
  let makePlace: PlaceFactory

  /// Makes a suite for one kind of store.
  ///
  /// - Parameters:
  ///   - environment: what is waited by.
  ///   - traits: what the store has.
  ///   - conditions: what the places can bring about; there is one case for each.
  ///   - exemptions: reasons by the name of the case that is left out. A name that no case has traps,
  ///     since the case it meant would be believed to be left out for a reason.
  ///   - makePlace: makes places.
  public init(
    environment: ContractEnvironment, traits: SecretStoreTraits,
    conditions: [SecretStoreCondition] = [], exemptions: [String: String] = [:],
    makePlace: @escaping PlaceFactory
  ) {
    self.environment = environment
    self.traits = traits
    self.conditions = conditions
    self.exemptions = exemptions
    self.makePlace = makePlace
    let names = Set(definitions.map(\.name))
    for name in exemptions.keys {
      precondition(names.contains(name), "no case of the stores' contract is named '\(name)'")
    }
  }

  var definitions: [SecretStoreDefinition] {
    SecretStoreDefinition.values + SecretStoreDefinition.absence + SecretStoreDefinition.names
      + SecretStoreDefinition.together + SecretStoreDefinition.reopening
      + SecretStoreDefinition.printing + conditions.map(SecretStoreDefinition.under)
  }

  /// The cases that apply.
  public var cases: [ContractCase] {
    definitions.filter { reasonToLeaveOut($0) == nil }.map(runnable)
  }

  /// The case of a name that applies; nil if it does not.
  public func `case`(named name: String) -> ContractCase? {
    definitions.first { $0.name == name && reasonToLeaveOut($0) == nil }.map(runnable)
  }

  /// The cases that don't apply, and why; what a test run should print.
  public var leftOut: [(name: String, reason: String)] {
    definitions.compactMap { definition in
      reasonToLeaveOut(definition).map { (definition.name, $0) }
    }
  }

  private func reasonToLeaveOut(_ definition: SecretStoreDefinition) -> String? {
    if let reason = exemptions[definition.name] { return reason }
    return traits.isSuperset(of: definition.needs) ? nil : "it keeps nothing"
  }

  private func runnable(_ definition: SecretStoreDefinition) -> ContractCase {
    ContractCase(name: definition.name, rows: definition.rows) { () throws(ContractViolation) in
      do {
        // Only a case that hangs waits for it: disks and desktops can be slow, and sanitizers are.
        try await environment.within(.seconds(300)) { try await run(definition) }
      } catch let finding as ContractFinding {
        throw ContractViolation(
          name: definition.name, expected: finding.expected, found: finding.found)
      } catch {
        throw ContractViolation(
          name: definition.name, expected: "no error", found: "\(type(of: error)): \(error)")
      }
    }
  }

  private func run(_ definition: SecretStoreDefinition) async throws {
    let place = try await makePlace()
    let bench: SecretBench
    do {
      bench = SecretBench(
        contract: self, place: place, store: try await place.open(), name: definition.name)
      try await bench.empty()
      try await definition.body(bench)
    } catch {
      try? await place.set(nil)
      await place.remove()
      throw error
    }
    do {
      try await bench.empty()
    } catch {
      await place.remove()
      throw error
    }
    await place.remove()
  }
}

/// A case before there is a store for it.
struct SecretStoreDefinition: Sendable {
  let name: String
  let rows: [String]
  let needs: SecretStoreTraits
  let body: @Sendable (SecretBench) async throws -> Void

  init(
    _ name: String, _ rows: [String], needs: SecretStoreTraits = [],
    _ body: @escaping @Sendable (SecretBench) async throws -> Void
  ) {
    self.name = name
    self.rows = rows
    self.needs = needs
    self.body = body
  }
}
