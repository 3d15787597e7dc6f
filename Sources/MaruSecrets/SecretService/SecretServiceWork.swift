package import MaruContract

/// What a store does with a Secret Service: which calls, in which order, and what their answers mean.
///
/// A locked collection is never taken for an empty one. Services list the locked items that match, or
/// leave them out: so where nothing is found, the lock decides.
package enum SecretServiceWork {
  /// How often an item may go away between being found and being read, and a collection may seem to be
  /// missing.
  private static let attempts = 3

  /// The value of a secret.
  package static func read(
    _ key: SecretKey, from talk: some SecretServiceTalk
  ) throws(SecretStoreError) -> [UInt8] {
    let attributes = SecretAttributes(key)
    for _ in 0..<attempts {
      let matches = try found(attributes, by: talk)
      guard let item = try choice(of: matches.unlocked, by: talk) else {
        throw matches.locked.isEmpty
          ? SecretStoreError(.notFound, reason: "expected a secret, found none")
          : .secretServiceIsLocked
      }
      do {
        return try talk.read(item)
      } catch {
        // Another program has deleted it since.
        guard error.isGone else { throw error.error }
      }
    }
    throw SecretStoreError(.failed, reason: "expected an item that stays, found none")
  }

  /// Keeps a value in the collection that the user has chosen.
  package static func write(
    _ value: [UInt8], for key: SecretKey, to talk: some SecretServiceTalk
  ) throws(SecretStoreError) {
    try meaning { () throws(SecretServiceProblem) -> SecretStoreError? in
      guard let collection = try collection(by: talk) else {
        return SecretStoreError(.unavailable, reason: "expected a default collection, found none")
      }
      // Asked first: a service may put a question to the user where it could refuse.
      if try talk.isLocked(collection) { return .secretServiceIsLocked }
      let isDone = try talk.create(SecretAttributes(key), value: value, in: collection)
      return isDone ? nil : .secretServiceIsLocked
    }
  }

  /// Deletes all items with these attributes.
  package static func delete(
    _ attributes: SecretAttributes, from talk: some SecretServiceTalk
  ) throws(SecretStoreError) {
    let matches = try found(attributes, by: talk)
    var isLeft = !matches.locked.isEmpty
    for item in matches.unlocked {
      do {
        if try !talk.delete(item) { isLeft = true }
      } catch {
        guard error.isGone else { throw error.error }
      }
    }
    if isLeft { throw .secretServiceIsLocked }
  }

  /// Searches, and throws if what is not found may be hidden by a lock.
  private static func found(
    _ attributes: SecretAttributes, by talk: some SecretServiceTalk
  ) throws(SecretStoreError) -> SecretServiceMatches {
    var matches = SecretServiceMatches()
    try meaning { () throws(SecretServiceProblem) -> SecretStoreError? in
      matches = try talk.search(attributes)
      guard matches.unlocked.isEmpty, matches.locked.isEmpty else { return nil }
      guard let collection = try collection(by: talk) else { return nil }
      if try talk.isLocked(collection) { return .secretServiceIsLocked }
      // It may have been unlocked since the search.
      matches = try talk.search(attributes)
      return nil
    }
    return matches
  }

  /// The collection that the user has chosen.
  ///
  /// gnome-keyring 42 says that there is none for an instant while an item is written: one of five hundred
  /// writers among four heard it, and had another answer at the next question. So it is asked again.
  private static func collection(
    by talk: some SecretServiceTalk
  ) throws(SecretServiceProblem) -> String? {
    for _ in 0..<attempts {
      if let collection = try talk.defaultCollection() { return collection }
    }
    return nil
  }

  /// The item that is read if several match: that of the collection where writing puts it.
  private static func choice(
    of items: [String], by talk: some SecretServiceTalk
  ) throws(SecretStoreError) -> String? {
    guard items.count > 1 else { return items.first }
    var chosen = items.min()
    try meaning { () throws(SecretServiceProblem) -> SecretStoreError? in
      guard let collection = try collection(by: talk) else { return nil }
      chosen = items.filter { $0.hasPrefix(collection + "/") }.min() ?? chosen
      return nil
    }
    return chosen
  }

  /// Turns what the service says into what a store says.
  private static func meaning(
    _ body: () throws(SecretServiceProblem) -> SecretStoreError?
  ) throws(SecretStoreError) {
    let found: SecretStoreError?
    do {
      found = try body()
    } catch {
      found = error.error
    }
    if let found { throw found }
  }
}
