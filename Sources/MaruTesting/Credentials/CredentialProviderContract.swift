public import MaruContract

/// What every credential provider promises, as cases that an implementer runs on its own.
///
/// ```swift
/// let contract = CredentialProviderContract(
///   environment: ContractEnvironment(clock: RealClock()), traits: [.refreshes]
/// ) { CredentialSubject(provider: MyProvider(server: FakeServer())) }
///
/// @Test(arguments: contract.cases) func `it keeps the contract`(of promise: ContractCase)
///   async throws
/// { try await promise.run() }
/// ```
///
/// Each case gets a provider of its own, in which somebody is signed in. What a provider does not
/// have is said by its traits, and is listed in ``leftOut``.
public struct CredentialProviderContract: Sendable {
  /// Makes a provider for one case.
  public typealias Factory = @Sendable () async throws -> CredentialSubject

  let environment: ContractEnvironment
  let traits: CredentialTraits
  let make: Factory

  /// Makes a suite for one kind of provider.
  ///
  /// - Parameters:
  ///   - environment: what is waited by.
  ///   - traits: what the provider has; nothing is left out by default on purpose.
  ///   - make: makes providers in which somebody is signed in.
  public init(
    environment: ContractEnvironment, traits: CredentialTraits, make: @escaping Factory
  ) {
    self.environment = environment
    self.traits = traits
    self.make = make
  }

  static let definitions =
    CredentialDefinition.giving + CredentialDefinition.refreshing + CredentialDefinition.ending

  /// The names of the cases that apply to a provider with these traits.
  ///
  /// For a simulation, where each case gets a world, and so a suite, of its own.
  public static func names(for traits: CredentialTraits) -> [String] {
    definitions.filter { traits.isSuperset(of: $0.needs) }.map(\.name)
  }

  /// The cases that apply.
  public var cases: [ContractCase] {
    Self.definitions.filter { traits.isSuperset(of: $0.needs) }.map(runnable)
  }

  /// The case of a name that applies; nil if it does not.
  public func `case`(named name: String) -> ContractCase? {
    Self.definitions.first { $0.name == name && traits.isSuperset(of: $0.needs) }.map(runnable)
  }

  /// The cases that don't apply, and why; what a test run should print.
  public var leftOut: [(name: String, reason: String)] {
    Self.definitions.filter { !traits.isSuperset(of: $0.needs) }
      .map { ($0.name, $0.needs.subtracting(traits).reason) }
  }

  private func runnable(_ definition: CredentialDefinition) -> ContractCase {
    ContractCase(name: definition.name, rows: definition.rows) { () throws(ContractViolation) in
      do {
        try await environment.within(.seconds(60)) {
          try await definition.body(CredentialBench(subject: try await make(), contract: self))
        }
      } catch let finding as ContractFinding {
        throw ContractViolation(
          name: definition.name, expected: finding.expected, found: finding.found)
      } catch {
        throw ContractViolation(
          name: definition.name, expected: "no error", found: "\(type(of: error)): \(error)")
      }
    }
  }
}

/// What a credential provider has, so that the cases about it apply.
public struct CredentialTraits: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It gets another credential when one is refused, from a server that gives one each time.
  public static let refreshes = CredentialTraits(rawValue: 1 << 0)
  /// Its account can be signed out; see ``CredentialSubject/signOut``.
  public static let signsOut = CredentialTraits(rawValue: 1 << 1)

  var reason: String {
    let names: [(CredentialTraits, String)] = [
      (.refreshes, "it gets no other credential"), (.signsOut, "nobody can be signed out"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// A provider under test, and what the test may do to it.
public struct CredentialSubject: Sendable {
  /// The provider, in which somebody is signed in.
  public var provider: any CredentialProvider
  /// How often its server was asked until now; nil if nobody counts.
  public var refreshCount: (@Sendable () -> Int)?
  /// Signs the account out; needed with the trait ``CredentialTraits/signsOut``.
  public var signOut: (@Sendable () async throws -> Void)?

  /// Puts a subject together.
  public init(
    provider: any CredentialProvider, refreshCount: (@Sendable () -> Int)? = nil,
    signOut: (@Sendable () async throws -> Void)? = nil
  ) {
    self.provider = provider
    self.refreshCount = refreshCount
    self.signOut = signOut
  }
}

/// A case before there is a provider for it.
struct CredentialDefinition: Sendable {
  let name: String
  let rows: [String]
  let needs: CredentialTraits
  let body: @Sendable (CredentialBench) async throws -> Void

  init(
    _ name: String, _ rows: [String], needs: CredentialTraits = [],
    _ body: @escaping @Sendable (CredentialBench) async throws -> Void
  ) {
    self.name = name
    self.rows = rows
    self.needs = needs
    self.body = body
  }
}
