internal import MaruContract

/// What one case works with.
struct SecretBench: Sendable {
  let contract: SecretStoreContract
  let place: SecretStorePlace
  /// The store under test.
  let store: any SecretStore
  private let prefix: String
  private let source: SeededRandom

  init(
    contract: SecretStoreContract, place: SecretStorePlace, store: any SecretStore, name: String
  ) {
    self.contract = contract
    self.place = place
    self.store = store
    // FNV-1a: the same in every process, so that a later run finds what a killed one has left.
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    prefix = "maru-contract-" + String(hash, radix: 36)
    source = SeededRandom(seed: contract.environment.seed ^ hash)
  }

  // MARK: Names

  /// The ends of all namespaces that cases use: each is the beginning of others, or reads like one.
  static let namespaceEnds = [
    "", "/", "/a", "/a/b", "/a:b", "/A", "/..", "/../a", "-a", ".", "@a", ":",
  ]

  // The three that make names are never inlined: with -O, Swift 6.3.1 crashes ("While splitting
  // coroutine") where their typed throws come to stand in a loop of a case.

  /// A namespace of this case's own.
  @inline(never)
  func namespace(_ end: String = "") throws -> SecretNamespace {
    precondition(Self.namespaceEnds.contains(end), "a namespace that nobody empties")
    return try SecretNamespace(prefix + end)
  }

  /// The longest namespaces, which differ at their ends.
  @inline(never)
  func longestNamespace(_ last: Character) throws -> SecretNamespace {
    try SecretNamespace(
      prefix + String(repeating: "n", count: 254 - prefix.utf8.count) + String(last))
  }

  @inline(never)
  func key(_ name: String, _ end: String = "") throws -> SecretKey {
    try SecretKey(name, in: namespace(end))
  }

  /// Deletes whatever a case may have left.
  func empty() async throws {
    for end in Self.namespaceEnds { try await store.deleteAll(in: namespace(end)) }
    for last in ["a", "b"] as [Character] {
      try await store.deleteAll(in: longestNamespace(last))
    }
  }

  // MARK: Values

  /// Bytes by the environment's seed.
  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: source.next()) }
  }

  func write(_ value: [UInt8], _ key: SecretKey) async throws {
    try await store.write(Sensitive(value), for: key)
  }

  /// Expects a value under a key.
  func expect(
    _ value: [UInt8], _ key: SecretKey, _ what: String = "the value",
    in other: (any SecretStore)? = nil
  ) async throws {
    let found: [UInt8]
    do {
      found = try await (other ?? store).read(key).value
    } catch {
      throw ContractFinding(expected: "\(what), \(Self.short(value))", found: "\(error)")
    }
    try expect(found == value, "\(what), \(Self.short(value))", found: Self.short(found))
  }

  /// Expects that there is nothing under a key, told in both ways.
  func expectNothing(
    _ key: SecretKey, _ what: String = "nothing", in other: (any SecretStore)? = nil
  ) async throws {
    let store = other ?? store
    do {
      let found = try await store.read(key)
      throw ContractFinding(expected: what, found: Self.short(found.value))
    } catch let error as SecretStoreError {
      try expect(error.code == .notFound, "\(what), told as notFound", found: "\(error)")
    }
    let found = try await store.readIfPresent(key)
    try expect(found == nil, what, found: "a value")
  }

  /// Expects that a call fails with one of some codes.
  ///
  /// - Returns: the error.
  @discardableResult
  func expectError(
    _ codes: Set<SecretStoreError.Code>, _ what: String, _ call: () async throws -> Void
  ) async throws -> SecretStoreError {
    let names = codes.map(\.rawValue).sorted().joined(separator: " or ")
    do {
      try await call()
    } catch let error as SecretStoreError {
      try expect(codes.contains(error.code), "\(what) to fail with \(names)", found: "\(error)")
      return error
    }
    throw ContractFinding(expected: "\(what) to fail with \(names)", found: "no error")
  }

  func expect(_ isSo: Bool, _ expected: String, found: @autoclosure () -> String) throws {
    if !isSo { throw ContractFinding(expected: expected, found: found()) }
  }

  /// Runs something in a task that is cancelled before it begins.
  func cancelled(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task(executorPreference: contract.environment.executor) {
      withUnsafeCurrentTask { $0?.cancel() }
      try await body()
    }
    try await task.value
  }

  /// A value in a few words.
  static func short(_ value: [UInt8]) -> String {
    let start = value.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
    return "\(value.count) bytes [\(start)\(value.count > 8 ? " …" : "")]"
  }
}
