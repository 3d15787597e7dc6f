internal import Foundation
package import MaruContract

/// What a session keeps of an account in the secret store: one record, written in one step.
///
/// The access token is not in it: that lives in memory (AUTH-8).
package struct TokenRecord: Sendable, Hashable {
  /// The account's name, so that a record under a wrong key is noticed.
  package var account: Sensitive<String>
  /// What the next access token is asked for with; nil: there is none, or it is worthless.
  package var refreshToken: Sensitive<String>?
  /// Whether it was sent and no answer is known; only kept for servers that forgive no second
  /// sending.
  package var mayBeSpent = false
  /// Why the session is over, so that no later process sends a dead token.
  package var end: TokenEnd?

  package init(
    account: Sensitive<String>, refreshToken: Sensitive<String>?, mayBeSpent: Bool = false,
    end: TokenEnd? = nil
  ) {
    self.account = account
    self.refreshToken = refreshToken
    self.mayBeSpent = mayBeSpent
    self.end = end
  }

  /// Why a record can't be used. It is kept as it is.
  package enum Problem: Error, Hashable, Sendable {
    /// It is of a version that this one does not know.
    case newerVersion
    /// It is none.
    case unreadable
    /// It is another account's.
    case otherAccount
  }

  private struct Wire: Codable {
    var version: Int
    var account: String
    var refreshToken: String?
    var mayBeSpent: Bool?
    var end: String?
  }
  private struct Version: Decodable { var version: Int }
  /// The version that is written. A later one is refused, never guessed at and never overwritten.
  private static let version = 1

  /// The record as it is kept.
  package var bytes: Sensitive<[UInt8]> {
    let wire = Wire(
      version: Self.version, account: account.value, refreshToken: refreshToken?.value,
      mayBeSpent: mayBeSpent ? true : nil, end: end?.rawValue)
    // Strings, a number and a Bool: nothing here can fail to encode.
    return Sensitive([UInt8]((try? JSONEncoder().encode(wire)) ?? Data()))
  }

  /// Reads a record of an account.
  package init(_ bytes: Sensitive<[UInt8]>, of account: Sensitive<String>) throws(Problem) {
    let data = Data(bytes.value)
    let decoder = JSONDecoder()
    guard let wire = try? decoder.decode(Wire.self, from: data) else {
      let version = (try? decoder.decode(Version.self, from: data))?.version ?? 0
      throw version > Self.version ? .newerVersion : .unreadable
    }
    guard wire.version <= Self.version else { throw .newerVersion }
    guard wire.version == Self.version else { throw .unreadable }
    guard wire.account == account.value else { throw .otherAccount }
    var end: TokenEnd?
    if let text = wire.end {
      // A reason that this version does not know still means that the session is over.
      end = TokenEnd(rawValue: text) ?? .refused
    }
    self.init(
      account: account, refreshToken: wire.refreshToken.map(Sensitive.init),
      mayBeSpent: wire.mayBeSpent ?? false, end: end)
  }
}
