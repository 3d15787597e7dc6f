internal import MaruContract

/// One promise of a contract, and what shows whether it is kept.
public struct ContractCase: Sendable, CustomStringConvertible {
  /// The promise, as a sentence. It stays, so that an exemption can name it.
  public let name: String
  /// The requirements that it stands for.
  public let rows: [String]
  let check: @Sendable () async throws(ContractViolation) -> Void

  /// Finds out whether the promise is kept, with a transport and servers of its own.
  ///
  /// Ends after a minute of the environment's clock at the latest.
  /// - Throws: ``ContractViolation`` if it is not kept.
  public func run() async throws(ContractViolation) { try await check() }

  /// The promise.
  public var description: String { name }
}

/// A promise of a contract is not kept.
public struct ContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// The promise.
  public let name: String
  /// What should have happened.
  public let expected: String
  /// What has happened.
  public let found: String

  /// Promise, expectation and finding.
  public var description: String { "'\(name)': expected \(expected); found \(found)" }
}

/// What a case throws before anybody has said which case it is.
struct ContractFinding: Error {
  let expected: String
  let found: String
}

/// A case before there is a transport for it.
struct ContractDefinition: Sendable {
  let name: String
  let rows: [String]
  let needs: ContractTraits
  let body: @Sendable (ContractBench) async throws -> Void

  init(
    _ name: String, _ rows: [String], needs: ContractTraits = [],
    _ body: @escaping @Sendable (ContractBench) async throws -> Void
  ) {
    self.name = name
    self.rows = rows
    self.needs = needs
    self.body = body
  }
}
