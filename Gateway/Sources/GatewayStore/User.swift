/// Someone who can sign in.
public struct User: Hashable, Sendable {
  /// What tokens name the user by.
  public let id: String
  /// What the user signs in with.
  public let name: String
  /// Whose data the user works with.
  public let tenant: String
  /// scrypt's salt.
  public let passwordSalt: [UInt8]
  /// What scrypt made of the password.
  public let passwordKey: [UInt8]
  /// scrypt's N.
  public let passwordCost: Int

  /// Makes a user.
  public init(
    id: String, name: String, tenant: String, passwordSalt: [UInt8], passwordKey: [UInt8],
    passwordCost: Int
  ) {
    self.id = id
    self.name = name
    self.tenant = tenant
    self.passwordSalt = passwordSalt
    self.passwordKey = passwordKey
    self.passwordCost = passwordCost
  }
}
