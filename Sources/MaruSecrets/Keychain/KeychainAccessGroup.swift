public import MaruContract

/// A group of apps that share their keychain items.
///
/// The group must be in the entitlement `keychain-access-groups`, or in the one for app groups, of
/// every app that shares; else the store throws `SecretStoreError` with `missingEntitlement`.
public struct KeychainAccessGroup: Hashable, Sendable, CustomStringConvertible {
  /// The group's full name.
  public let rawValue: String

  /// Takes a group's full name: a team's identifier of ten capital letters and digits, a point and a
  /// name (`ABCDE12345.com.example.shared`), or an app group (`group.com.example.shared`).
  ///
  /// Xcode writes the identifier as `$(AppIdentifierPrefix)`, and a name without it fails at run time
  /// only. It is refused here.
  /// - Throws: `InvalidIdentifier` for any other text.
  public init(_ rawValue: String) throws(InvalidIdentifier) {
    let parts = rawValue.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "group" || Self.isTeam(parts[0]), Self.isName(parts[1])
    else {
      throw InvalidIdentifier(
        name: "keychain access group",
        problem: "expected a team's ten letters and digits, or 'group', then '.' and a name")
    }
    self.rawValue = rawValue
  }

  private static func isTeam(_ text: Substring) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }

  /// The group's full name.
  public var description: String { rawValue }
}
