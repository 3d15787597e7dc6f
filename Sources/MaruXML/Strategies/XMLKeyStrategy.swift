/// How names in a document follow from coding keys, in both directions.
///
/// Names that a role gives are used as they are.
public struct XMLKeyStrategy: Sendable {
  let name: (@Sendable (String) -> String)?
  let key: @Sendable (String) -> String

  private init() {
    name = nil
    key = { $0 }
  }

  /// Converts as the app says.
  ///
  /// - Parameters:
  ///   - name: a name from a key.
  ///   - key: the key that gives a name; only for dictionaries and enums.
  public init(
    name: @escaping @Sendable (String) -> String, key: @escaping @Sendable (String) -> String
  ) {
    self.name = name
    self.key = key
  }

  /// The key is the name.
  public static let unchanged = XMLKeyStrategy()
  /// `totalCount` is `total_count`.
  public static let snakeCase = XMLKeyStrategy(
    name: { split($0).joined(separator: "_") }, key: { joined($0, at: "_") })
  /// `totalCount` is `TOTAL_COUNT`.
  public static let upperSnakeCase = XMLKeyStrategy(
    name: { split($0).joined(separator: "_").uppercased() },
    key: { joined($0.lowercased(), at: "_") })
  /// `totalCount` is `total-count`.
  public static let kebabCase = XMLKeyStrategy(
    name: { split($0).joined(separator: "-") }, key: { joined($0, at: "-") })
  /// `totalCount` is `TotalCount`.
  public static let capitalized = XMLKeyStrategy(
    name: { $0.prefix(1).uppercased() + $0.dropFirst() },
    key: { $0.prefix(1).lowercased() + $0.dropFirst() })

  /// The words of a key in lower case; a run of capitals is one word, but for the last of them if a
  /// small letter follows: `pageURLText` is page, url, text.
  private static func split(_ key: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(key)
    for (index, character) in characters.enumerated() {
      let afterSmall = index > 0 && !characters[index - 1].isUppercase
      let beforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
      if character.isUppercase, !word.isEmpty, word != "_", afterSmall || beforeSmall {
        words.append(word.lowercased())
        word = ""
      }
      word.append(character)
    }
    words.append(word.lowercased())
    return words
  }

  private static func joined(_ name: String, at separator: Character) -> String {
    let words = name.split(separator: separator)
    guard let first = words.first else { return name }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
