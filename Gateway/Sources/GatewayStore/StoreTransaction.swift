public import struct Foundation.Date

/// What can be done inside one transaction: all of it is committed, or none.
///
/// It must not leave the closure that it is given to.
public protocol StoreTransaction {
  /// The place of the last change of all users; 0 if there is none.
  func lastChange() throws -> Int64

  /// One todo as it is now; nil if the user has none of this id.
  func todo(id: String, of user: String) throws -> Todo?

  /// Makes a todo. The category must be one of the user's.
  func createTodo(
    id: String, title: String, isDone: Bool, categoryID: String?, of user: String, at now: Date
  ) throws -> Todo

  /// Changes what is given of a todo; writes nothing if that leaves it as it is.
  ///
  /// - Returns: the todo; nil if the user has none of this id.
  func changeTodo(
    id: String, title: String?, isDone: Bool?, category: CategoryChoice, of user: String,
    at now: Date
  ) throws -> Todo?

  /// Removes a todo; false if the user has none of this id.
  func deleteTodo(id: String, of user: String, at now: Date) throws -> Bool

  /// One category as it is now; nil if the user has none of this id.
  func category(id: String, of user: String) throws -> Category?

  /// How many categories a user has.
  func countCategories(of user: String) throws -> Int

  /// Makes a category.
  func createCategory(id: String, name: String, of user: String, at now: Date) throws -> Category

  /// Renames a category; writes nothing if it has the name.
  ///
  /// - Returns: the category; nil if the user has none of this id.
  func changeCategory(
    id: String, name: String?, of user: String, at now: Date
  ) throws -> Category?

  /// Removes a category, and clears it in its todos, whose versions grow by that; false if the user
  /// has none of this id.
  func deleteCategory(id: String, of user: String, at now: Date) throws -> Bool

  /// What a key was answered; nil if it is unknown or has expired.
  func answer(toKey key: String, of user: String, at now: Date) throws -> StoredAnswer?

  /// Keeps what a key was answered, and forgets what has expired.
  func remember(
    _ answer: StoredAnswer, forKey key: String, of user: String, until expiry: Date) throws

  /// Whether someone signs in with this name.
  func hasUser(named name: String) throws -> Bool

  /// Adds a user; false if the name is taken, and then nothing is changed.
  func addUser(_ user: User) throws -> Bool

  /// Begins a session with its first tokens, and forgets tokens that have expired.
  func beginSession(
    id: String, of user: String, device: String?, tokens: IssuedTokens, at now: Date) throws

  /// Uses a refresh token and stores the tokens that follow it, or ends the session of one that is
  /// used against the rules.
  func rotate(hash: [UInt8], to tokens: IssuedTokens, at now: Date) throws -> Rotation

  /// Uses an access token, and takes note that its generation has arrived at the client.
  ///
  /// - Returns: what it stands for; nil if it is unknown or has expired, or if its session has ended.
  func useAccessToken(hash: [UInt8], at now: Date) throws -> AccessGrant?

  /// Ends a session, if it has not ended; false if the user has none of this id.
  func endSession(id: String, of user: String) throws -> Bool

  /// Ends the session that a token of either kind is of, if there is one.
  func endSession(ofToken hash: [UInt8]) throws
}

/// What becomes of a todo's category.
public enum CategoryChoice: Hashable, Sendable {
  /// It stays.
  case unchanged
  /// The todo has none from now on.
  case cleared
  /// It is this one, which must be one of the user's.
  case category(String)
}
