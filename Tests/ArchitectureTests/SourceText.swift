/// A Swift file with its code and its comments told apart, line by line.
///
/// Comments, text in string literals and names in backticks are blank in `code`, so that a rule
/// about code finds none in them; what stands in an interpolation is code. Regex literals are not
/// understood: a quote inside one would be taken for the start of a string.
struct SourceText {
  let code: [Substring]
  let comments: [Substring]

  init(_ text: String) {
    var scanner = Scanner(Array(text.utf8))
    scanner.run()
    code = Self.lines(scanner.code)
    comments = Self.lines(scanner.comments)
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private enum Mode {
    case code
    case interpolation(openParentheses: Int)
    case lineComment
    case blockComment(depth: Int)
    case string(hashes: Int, isMultiline: Bool)
    case quotedName
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0
    private var modes: [Mode] = [.code]
    private(set) var code: [UInt8] = []
    private(set) var comments: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func run() {
      while position < bytes.count {
        switch modes[modes.count - 1] {
        case .code, .interpolation: stepInCode()
        case .lineComment: stepInLineComment()
        case .blockComment(let depth): stepInBlockComment(depth)
        case .string(let hashes, let isMultiline): stepInString(hashes, isMultiline)
        case .quotedName: stepInQuotedName()
        }
      }
    }

    private enum Destination { case code, comment, nowhere }

    private mutating func take(_ count: Int = 1, into destination: Destination) {
      for _ in 0..<count where position < bytes.count {
        let byte = bytes[position]
        position += 1
        let blank: UInt8 = byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")
        code.append(destination == .code ? byte : blank)
        comments.append(destination == .comment ? byte : blank)
      }
    }

    private func follows(_ text: String, after offset: Int = 0) -> Bool {
      bytes.dropFirst(position + offset).starts(with: text.utf8)
    }

    private mutating func stepInCode() {
      let byte = bytes[position]
      if follows("//") {
        modes.append(.lineComment)
      } else if follows("/*") {
        modes.append(.blockComment(depth: 1))
        take(2, into: .comment)
      } else if byte == UInt8(ascii: "`") {
        modes.append(.quotedName)
        take(into: .code)
      } else if let hashes = hashesBeforeQuote() {
        let isMultiline = follows("\"\"\"", after: hashes)
        take(hashes + (isMultiline ? 3 : 1), into: .code)
        modes.append(.string(hashes: hashes, isMultiline: isMultiline))
      } else {
        countParenthesis(byte)
        take(into: .code)
      }
    }

    private mutating func countParenthesis(_ byte: UInt8) {
      guard case .interpolation(let open) = modes[modes.count - 1] else { return }
      if byte == UInt8(ascii: "(") {
        modes[modes.count - 1] = .interpolation(openParentheses: open + 1)
      } else if byte == UInt8(ascii: ")") {
        modes.removeLast()
        if open > 1 { modes.append(.interpolation(openParentheses: open - 1)) }
      }
    }

    private func hashesBeforeQuote() -> Int? {
      var end = position
      while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
      return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - position : nil
    }

    private mutating func stepInLineComment() {
      let isOver = bytes[position] == UInt8(ascii: "\n")
      take(into: .comment)
      if isOver { modes.removeLast() }
    }

    private mutating func stepInBlockComment(_ depth: Int) {
      if follows("/*") {
        modes[modes.count - 1] = .blockComment(depth: depth + 1)
        take(2, into: .comment)
      } else if follows("*/") {
        modes.removeLast()
        if depth > 1 { modes.append(.blockComment(depth: depth - 1)) }
        take(2, into: .comment)
      } else {
        take(into: .comment)
      }
    }

    private mutating func stepInString(_ hashes: Int, _ isMultiline: Bool) {
      let marks = String(repeating: "#", count: hashes)
      let close = (isMultiline ? "\"\"\"" : "\"") + marks
      if follows(close) {
        take(close.utf8.count, into: .code)
        modes.removeLast()
      } else if follows("\\" + marks + "(") {
        take(hashes + 2, into: .code)
        modes.append(.interpolation(openParentheses: 1))
      } else if follows("\\" + marks) {
        take(hashes + 2, into: .nowhere)
      } else {
        // A string of one line that is not closed there does not compile; go on behind it.
        if !isMultiline, bytes[position] == UInt8(ascii: "\n") { modes.removeLast() }
        take(into: .nowhere)
      }
    }

    private mutating func stepInQuotedName() {
      let byte = bytes[position]
      if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\n") {
        modes.removeLast()
        take(into: .code)
      } else {
        take(into: .nowhere)
      }
    }
  }
}
