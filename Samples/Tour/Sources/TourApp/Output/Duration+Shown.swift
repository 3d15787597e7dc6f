extension Duration {
  /// As people read it: `under 0.1 ms`, `0.4 ms`, `12 ms`, `1.25 s`.
  package var shown: String {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    switch microseconds {
    case ..<50: return "under 0.1 ms"
    case ..<9_950: return "\(tenths(microseconds, of: 1_000)) ms"
    case ..<999_500: return "\((microseconds + 500) / 1_000) ms"
    default:
      let hundredths = (microseconds + 5_000) / 10_000
      let rest = hundredths % 100
      if rest == 0 { return "\(hundredths / 100) s" }
      return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
  }

  /// Whole milliseconds, for programs.
  package var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }

  private func tenths(_ number: Int64, of unit: Int64) -> String {
    let tenths = (number * 10 + unit / 2) / unit
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
