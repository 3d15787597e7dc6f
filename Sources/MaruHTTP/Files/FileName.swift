internal import Foundation

/// Names for files that come from somebody else.
public enum FileName {
  /// Makes a name that stays in its folder, on every system, whatever the text is.
  ///
  /// Only what stands behind the last `/` or `\` is left of it. Controls, marks that turn the
  /// direction of text, and line separators are taken out; what Windows forbids becomes `_`; dots
  /// and spaces at both ends go, so that the file is neither hidden nor a folder above; a name that
  /// Windows keeps for a device gets a `_` in front. Letters that came in parts are put together
  /// (NFC). It has at most 255 bytes in UTF-8, cut between characters, its extension kept.
  ///
  /// - Parameters:
  ///   - text: what the server says.
  ///   - name: what it is called if nothing is left.
  public static func safe(_ text: String, otherwise name: String) -> String {
    let last = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "/" || $0 == "\\"
    }.last
    var clean = String.UnicodeScalarView()
    for scalar in last ?? text.unicodeScalars[...] where !isDropped(scalar) {
      clean.append(forbidden.contains(scalar) ? "_" : scalar)
    }
    var result = trimmed(String(clean).precomposedStringWithCanonicalMapping)
    if isDevice(result) { result = "_" + result }
    result = shortened(result, to: 255)
    return result.isEmpty ? name : result
  }

  /// `name` cut to so many bytes between characters, its extension kept if it is a short one.
  package static func shortened(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    var ending = ""
    if let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 32 {
      ending = String(name[dot...])
    }
    var stem = ""
    var size = ending.utf8.count
    for character in name.dropLast(ending.count) {
      size += character.utf8.count
      if size > limit { break }
      stem.append(character)
    }
    return trimmed(stem).isEmpty ? "" : trimmed(trimmed(stem) + ending)
  }

  private static let forbidden: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    default: break
    }
    switch scalar.value {
    // Marks of direction, which can make 'gpj.exe' read as 'exe.jpg'; and the byte order mark.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
      return true
    default: return false
    }
  }

  private static func trimmed(_ text: String) -> String {
    func isEdge(_ character: Character) -> Bool { character == "." || character.isWhitespace }
    var rest = text[...].drop(while: isEdge)
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return String(rest)
  }

  /// Microsoft, "Naming Files, Paths, and Namespaces": reserved with any extension.
  private static func isDevice(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    let text = String(stem.reversed().drop { $0 == " " }.reversed())
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(text) { return true }
    guard text.hasPrefix("COM") || text.hasPrefix("LPT"), text.count == 4 else { return false }
    return "0123456789¹²³".contains(text.suffix(1))
  }
}
