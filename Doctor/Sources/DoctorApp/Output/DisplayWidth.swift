extension String {
  /// How many columns a terminal shows it in.
  ///
  /// Korean, other East Asian text and emoji take two (Unicode Standard Annex #11); marks that join
  /// their base take none.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// With spaces behind it, so that it fills `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}

extension Character {
  /// How many columns a terminal shows it in.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    // U+FE0F asks for the emoji's own, wide form.
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .format: return 0
    default: return first.isWide ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// The blocks that UAX #11 calls wide or fullwidth.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
