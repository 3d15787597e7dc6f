/// What may be shown where the output goes: colours, characters, columns.
struct TerminalStyle: Hashable, Sendable {
  /// Whether colours are understood and wanted.
  var hasColours: Bool
  /// How many columns there are.
  var width: Int

  /// Reads what the environment says.
  init(environment: [String: String], isTerminal: Bool, columns: Int?) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    // https://no-color.org: whatever the value, unless it is empty.
    hasColours = isTerminal && value("NO_COLOR") == nil && value("TERM") != "dumb"
    let asked = value("COLUMNS").flatMap(Int.init)
    width = min(max(asked ?? columns ?? 100, 40), 120)
  }

  /// The text in a colour, where there are colours.
  func coloured(_ text: String, _ colour: Colour) -> String {
    hasColours ? "\(Self.escape)[\(colour.rawValue)m\(text)\(Self.escape)[0m" : text
  }

  private static let escape: Character = "\u{1B}"

  /// The text with colours and nothing else that a terminal obeys: a capture may hold anything.
  func render(_ text: String) -> String { Self.withoutControls(text, keepingColours: hasColours) }

  /// The text without what a terminal obeys, but line breaks and, if wanted, colours.
  static func withoutControls(_ text: String, keepingColours: Bool = false) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { isControl($0) && $0 != "\n" }) else { return text }
    var result = String.UnicodeScalarView()
    for place in scalars.indices {
      let scalar = scalars[place]
      let isOurs = keepingColours && scalar == "\u{1B}" && isColour(scalars[place...].dropFirst())
      result.append(!isControl(scalar) || scalar == "\n" || isOurs ? scalar : "\u{FFFD}")
    }
    return String(result)
  }

  /// Whether it goes on as an order to change the colour and nothing else: `[31m`.
  private static func isColour(_ rest: Substring.UnicodeScalarView) -> Bool {
    guard rest.first == "[" else { return false }
    let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
    return (1...2).contains(digits.count) && rest.dropFirst(digits.count + 1).first == "m"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Marks that turn the direction of text can make a line read as another.
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }

  /// The colours in use.
  enum Colour: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }
}
