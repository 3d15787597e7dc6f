internal import MaruDiagnostics

/// The answer to one question, in lines.
struct Answer {
  let language: Text.Language
  let style: TerminalStyle
  private(set) var text = ""

  init(_ invocation: Invocation) {
    (language, style) = (invocation.language, invocation.style)
  }

  mutating func title(_ text: String) {
    self.text += style.coloured(text.wrapped(to: style.width), .bold) + "\n"
  }

  mutating func row(_ label: Text, _ value: Text) { row(label, value[language]) }

  mutating func row(_ label: Text, _ value: String) {
    let first = "  " + (label[language] + ":").padded(to: 12)
    let indent = String(repeating: " ", count: first.displayWidth + 1)
    text +=
      value.wrapped(to: style.width, indent: indent, first: style.coloured(first, .dim) + " ")
      + "\n"
  }

  /// A line below a row's label.
  mutating func item(_ value: String) {
    text += value.wrapped(to: style.width, indent: "      ", first: "    ") + "\n"
  }

  mutating func gap() { text += "\n" }
}

/// How dates and spans are told.
enum Moments {
  /// `+0.52 s` after the first exchange.
  static func offset(_ seconds: Double?) -> String? {
    seconds.map { "+\(fixed($0, $0 < 10 ? 2 : 1)) s" }
  }

  /// A span in the two greatest units that it has: `2 min 5 s`.
  static func span(_ seconds: Double) -> String {
    let total = Int(min(abs(seconds), 1e12).rounded())
    let parts = [
      (total / 86_400, "d"), (total / 3_600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
    ].filter { $0.0 > 0 }
    return parts.isEmpty ? "0 s" : parts.prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  static func fixed(_ number: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let units = Int((min(abs(number), 1e12) * scale).rounded())
    let sign = number < 0 && units > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(units)" }
    let fraction = String(units % Int(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(units / Int(scale)).\(zeros)\(fraction)"
  }
}
