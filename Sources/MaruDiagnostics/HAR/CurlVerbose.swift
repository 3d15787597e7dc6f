/// What `curl -v` or `curl -i` printed, line by line.
enum CurlVerbose {
  static func steps(_ lines: [Substring]) -> [CurlStep] {
    // Without any mark it is `-i`, or a response as it came.
    let hasMarks = lines.contains { $0.hasPrefix("< ") || $0.hasPrefix("> ") || $0.hasPrefix("* ") }
    return hasMarks ? lines.flatMap(step) : plain(lines)
  }

  private static func step(_ line: Substring) -> [CurlStep] {
    var line = line
    var steps: [CurlStep] = []
    if let time = CurlTrace.time(&line) { steps.append(.time(time)) }
    if line.hasPrefix("> ") || line == ">" {
      steps.append(.sent(String(line.dropFirst(2))))
    } else if line.hasPrefix("< ") || line == "<" {
      steps.append(.came(String(line.dropFirst(2))))
    } else if line.hasPrefix("* ") {
      steps.append(.note(String(line.dropFirst(2))))
    } else if let code = failure(line) {
      steps.append(.failed(code))
    } else if line.hasPrefix("{ [") || line.hasPrefix("} [") || line.hasPrefix("$ ") {
      // How many bytes came or went, or the command itself.
    } else if !line.isEmpty {
      steps.append(.body(String(line)))
    }
    return steps
  }

  static func failure(_ line: Substring) -> Int? {
    guard line.hasPrefix("curl: ("), let end = line.firstIndex(of: ")") else { return nil }
    return Int(line[..<end].dropFirst(7))
  }

  /// Heads, each with what follows it; a body is what stands behind an empty line.
  private static func plain(_ lines: [Substring]) -> [CurlStep] {
    var steps: [CurlStep] = []
    var inHead = false
    for line in lines {
      if line.hasPrefix("HTTP/") {
        inHead = true
        steps.append(.came(String(line)))
      } else if let code = failure(line) {
        steps.append(.failed(code))
      } else if inHead {
        steps.append(.came(String(line)))
        if line.isEmpty { inHead = false }
      } else if !line.isEmpty, !line.hasPrefix("$ ") {
        steps.append(.body(String(line)))
      }
    }
    return steps
  }
}
