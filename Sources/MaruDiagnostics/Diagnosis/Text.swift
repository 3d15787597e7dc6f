/// A sentence in the languages that reports are written in.
public struct Text: Sendable, Hashable {
  /// In English.
  public let english: String
  /// In Korean.
  public let korean: String

  /// Pairs a sentence with its translation.
  public init(_ english: String, _ korean: String) {
    self.english = english
    self.korean = korean
  }

  /// The sentence in a language.
  public subscript(language: Language) -> String { language == .korean ? korean : english }

  /// A language of reports.
  public enum Language: String, Sendable, Hashable, CaseIterable {
    /// English.
    case english = "en"
    /// Korean.
    case korean = "ko"
  }
}
