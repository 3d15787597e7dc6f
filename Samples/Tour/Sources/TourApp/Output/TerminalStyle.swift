/// What may be shown where the output goes: colours, characters, columns.
package struct TerminalStyle: Hashable, Sendable {
  /// Whether colours are understood and wanted.
  package var hasColours: Bool
  /// Whether more than ASCII is understood.
  package var isUnicode: Bool
  /// How many columns there are.
  package var width: Int

  /// A style.
  package init(hasColours: Bool, isUnicode: Bool, width: Int) {
    self.hasColours = hasColours
    self.isUnicode = isUnicode
    self.width = width
  }

  /// Reads what the environment says.
  ///
  /// - Parameters:
  ///   - isTerminal: whether a person reads the output.
  ///   - columns: the terminal's width, if it is known.
  package init(environment: [String: String], isTerminal: Bool, columns: Int?) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    // https://no-color.org: whatever the value, unless it is empty.
    hasColours = isTerminal && value("NO_COLOR") == nil && value("TERM") != "dumb"
    // POSIX: the first of the three that is set decides.
    let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? ""
    isUnicode = locale.lowercased().replacing("-", with: "").contains("utf8")
    let asked = value("COLUMNS").flatMap(Int.init)
    width = min(max(asked ?? columns ?? 100, 40), 120)
  }

  /// The text in what can be shown.
  package func render(_ text: String) -> String {
    if isUnicode { return text }
    var plain = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else {
        plain += Self.replacements[scalar] ?? "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return plain
  }

  private static let replacements: [Unicode.Scalar: String] = [
    "✔": "ok", "✘": "FAILED", "→": "->", "…": "...", "–": "-", "×": "x", "·": "|", "“": "\"",
    "”": "\"", "‹": "<", "›": ">", "’": "'",
  ]

  /// The text in a colour, where there are colours.
  package func coloured(_ text: String, _ colour: Colour) -> String {
    hasColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The colours in use.
  package enum Colour: Int, Sendable {
    /// For what stands out.
    case bold = 1
    /// For what is in the background.
    case dim = 2
    /// For what fails.
    case red = 31
    /// For what holds.
    case green = 32
  }
}
