internal import Foundation
internal import GatewayHTTP

/// A text that people type into one field.
enum Line {
  /// The text without the white space around it.
  ///
  /// - Parameters:
  ///   - characters: how many there may be, as people count them; there must be one.
  ///   - bytes: how many there may be, since one character can be made of any number of code points.
  /// - Throws: ``Problem``, 422, if it is empty or too long.
  static func validate(
    _ text: String, at pointer: String, characters: Int, bytes: Int
  ) throws(Problem) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...characters).contains(trimmed.count), trimmed.utf8.count <= bytes else {
      throw .invalid([
        Problem.FieldError(pointer: pointer, detail: "must have 1–\(characters) characters")
      ])
    }
    return trimmed
  }
}
