/// What `curl --trace` or `--trace-ascii` wrote: blocks of bytes, each under a line that says whose.
enum CurlTrace {
  static func isMark(_ line: Substring) -> Bool {
    var line = line
    _ = time(&line)
    return line.hasPrefix("=> Send ") || line.hasPrefix("<= Recv ") || line.hasPrefix("== Info: ")
  }

  /// Takes a `--trace-time` off a line: `12:26:16.329386 `.
  static func time(_ line: inout Substring) -> Double? {
    let word = line.prefix { $0 != " " }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, word.first?.isNumber == true, let hour = Double(parts[0]),
      let minute = Double(parts[1]), let second = Double(parts[2]), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<62).contains(second)
    else { return nil }
    line = line[word.endIndex...].drop { $0 == " " }
    return hour * 3_600 + minute * 60 + second
  }

  static func steps(_ lines: [Substring]) -> [CurlStep] {
    var steps: [CurlStep] = []
    var block = Block()
    for line in lines {
      var line = line
      let time = time(&line)
      if isMark(line) {
        steps += block.steps()
        block = Block()
        if let time { steps.append(.time(time)) }
        if line.hasPrefix("== Info: ") {
          steps.append(.note(String(line.dropFirst(9))))
        } else {
          block.kind = String(line.prefix { $0 != "," })
        }
      } else if let code = CurlVerbose.failure(line) {
        steps.append(.failed(code))
      } else {
        block.add(line)
      }
    }
    return steps + block.steps()
  }

  private struct Block {
    var kind = ""
    private var bytes: [UInt8] = []
    private var rows: [String] = []

    /// `0000: 47 45 54 20  GET` or `0000: GET /me HTTP/1.1`.
    mutating func add(_ line: Substring) {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].allSatisfy(\.isHexDigit),
        line[..<colon].count >= 4
      else { return }
      let row = line[colon...].dropFirst(2)
      if let read = Self.hexadecimal(row) {
        bytes += read
      } else {
        rows.append(String(row))
      }
    }

    /// Sixteen pairs in a column of 48 characters, then the same as text.
    private static func hexadecimal(_ row: Substring) -> [UInt8]? {
      let pairs = row.prefix(48).split(separator: " ")
      guard !pairs.isEmpty, row.count >= 48 else { return nil }
      var bytes: [UInt8] = []
      for pair in pairs {
        guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else { return nil }
        bytes.append(byte)
      }
      return bytes
    }

    func steps() -> [CurlStep] {
      let text = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      switch kind {
      case "=> Send header":
        return lines(text).map { .sent($0) }
      case "<= Recv header":
        // A field that is wider than the trace goes on in the next row.
        let all = text.map { [$0.filter { !$0.isNewline }] } ?? [rows.joined()]
        return all.map { .came($0) }
      case "<= Recv data": return [.body(text ?? rows.joined(separator: "\n"))]
      default: return []
      }
    }

    private func lines(_ text: String?) -> [String] {
      guard let text else { return rows }
      return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }
  }
}
