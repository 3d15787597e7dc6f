public import MaruContract

/// Where the stores of one case keep their secrets, and what can be done to it.
public struct SecretStorePlace: Sendable {
  /// Opens a store.
  public typealias Open = @Sendable () async throws -> any SecretStore

  let open: Open
  let set: @Sendable (SecretStoreCondition?) async throws -> Void
  let remove: @Sendable () async -> Void

  /// Makes a place that no other case uses.
  ///
  /// - Parameters:
  ///   - open: opens a store on the place. Called several times; all that it opens are to see the same
  ///     secrets, and what cannot be opened twice gives back the same store.
  ///   - set: brings a condition about, or ends the one that was; see ``SecretStoreCondition``.
  ///   - remove: takes the place away, after the case.
  public init(
    open: @escaping Open,
    set: @escaping @Sendable (SecretStoreCondition?) async throws -> Void = { _ in },
    remove: @escaping @Sendable () async -> Void = {}
  ) {
    self.open = open
    self.set = set
    self.remove = remove
  }
}

/// Something that keeps a store from its secrets for a while: a locked keychain, a full disk, a
/// folder that may not be read.
public struct SecretStoreCondition: Sendable, Hashable {
  /// What it is, in the words of a sentence: "the keychain is locked".
  public let name: String
  /// What a store may call it.
  public let codes: Set<SecretStoreError.Code>
  /// What a store can't do meanwhile.
  public let refuses: SecretOperations

  /// Names a condition.
  public init(
    _ name: String, codes: Set<SecretStoreError.Code>, refuses: SecretOperations = .all
  ) {
    self.name = name
    self.codes = codes
    self.refuses = refuses
  }
}

/// What can be asked of a store.
public struct SecretOperations: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Reading a secret.
  public static let reading = SecretOperations(rawValue: 1 << 0)
  /// Writing one.
  public static let writing = SecretOperations(rawValue: 1 << 1)
  /// Deleting one, or all of a namespace.
  public static let deleting = SecretOperations(rawValue: 1 << 2)
  /// All of it.
  public static let all: SecretOperations = [.reading, .writing, .deleting]
}

/// What a store has, so that the cases about it apply.
public struct SecretStoreTraits: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Another store that is opened on the place finds what was written.
  public static let persists = SecretStoreTraits(rawValue: 1 << 0)
}
