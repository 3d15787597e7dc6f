internal import MaruHTTP

/// Takes apart what exporters have joined: `Set-Cookie` fields with line ends, or with commas.
enum SetCookieLines {
  static func split(_ value: String) -> [String] {
    value.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.flatMap { line in
      commas(line).map { String(FieldSyntax.trimmed($0)) }
    }
    .filter { !$0.isEmpty }
  }

  /// A comma begins another cookie if a token and `=` follow; in a date, a day follows.
  private static func commas(_ line: Substring) -> [Substring] {
    guard line.contains(",") else { return [line] }
    var pieces: [Substring] = []
    var start = line.startIndex
    var index = line.startIndex
    while let comma = line[index...].firstIndex(of: ",") {
      let rest = line[line.index(after: comma)...]
      let name = FieldSyntax.trimmed(rest.prefix { $0 != "=" && $0 != ";" && $0 != "," })
      let ends = rest.first { $0 == "=" || $0 == ";" || $0 == "," }
      // Only behind an attribute: a comma in a value is most likely the value's own.
      let hasAttribute = line[start..<comma].contains(";")
      if ends == "=", FieldSyntax.isToken(name), hasAttribute {
        pieces.append(line[start..<comma])
        start = rest.startIndex
      }
      index = rest.startIndex
    }
    pieces.append(line[start...])
    return pieces
  }
}
