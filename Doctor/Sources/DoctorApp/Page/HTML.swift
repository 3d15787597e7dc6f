/// A piece of a page that is safe to put into one: text becomes it only by being escaped.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  private(set) var markup: String

  /// Our own markup; what is interpolated into it is escaped, unless it is such a piece itself.
  init(stringLiteral value: String) { markup = value }
  init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }
    mutating func appendLiteral(_ literal: String) { markup += literal }
    mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
    mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    mutating func appendInterpolation(_ piece: HTML) { markup += piece.markup }
  }

  static func += (one: inout HTML, other: HTML) { one.markup += other.markup }

  static func joined(_ pieces: some Sequence<HTML>, _ separator: String = "") -> HTML {
    var result: HTML = ""
    result.markup = pieces.map(\.markup).joined(separator: HTML.escaped(separator))
    return result
  }

  /// The text with every character that means something in an element or in a quoted attribute
  /// replaced (HTML, §13.1.2), and without controls.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "`": result += "&#96;"
      case "\n", "\t": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return TerminalStyle.withoutControls(result)
  }

  /// JSON inside a script element of data: ``JSON/text(isIndented:)`` leaves no `<` in it.
  static func data(_ json: JSON) -> HTML {
    var result: HTML = ""
    result.markup = json.text(isIndented: false)
    return result
  }

  /// Our own script or style, which never holds anything of a capture.
  static func own(_ source: String) -> HTML {
    var result: HTML = ""
    result.markup = source
    return result
  }
}
