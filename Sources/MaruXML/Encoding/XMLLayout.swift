/// Puts the elements of a document that an encoder wrote on lines of their own.
///
/// It knows that document: no `>` in values, no comments, and ``mark`` where white space would be
/// text.
struct XMLLayout {
  /// Stands behind the name of an element that must stay as it is. No document can hold it, so that
  /// it can't be anything else.
  static let mark: UInt8 = 0x01

  private enum Piece {
    case start(Range<Int>)
    case end(Range<Int>)
    case empty(Range<Int>)
    case text(Range<Int>)
  }

  let spaces: Int

  init(spaces: Int) { self.spaces = spaces }

  /// The same document on lines.
  func write(_ document: [UInt8]) -> [UInt8] {
    let pieces = Self.pieces(document)
    let isLaidOut = Self.layout(pieces, document)
    var output: [UInt8] = []
    output.reserveCapacity(document.count * 5 / 4)
    var open: [Bool] = []
    func breakLine() {
      guard !output.isEmpty else { return }
      output.append(0x0A)
      output.append(contentsOf: repeatElement(0x20, count: spaces * open.count))
    }
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .start(let range), .empty(let range):
        if open.last ?? true { breakLine() }
        output.append(contentsOf: document[range].lazy.filter { $0 != Self.mark })
        if case .start = piece { open.append(isLaidOut[index]) }
      case .end(let range):
        if open.popLast() == true { breakLine() }
        output.append(contentsOf: document[range])
      case .text(let range): output.append(contentsOf: document[range])
      }
    }
    output.append(0x0A)
    return output
  }

  /// For each start tag, whether its element holds elements only, and may be laid out.
  private static func layout(_ pieces: [Piece], _ document: [UInt8]) -> [Bool] {
    var isLaidOut = Array(repeating: false, count: pieces.count)
    var open: [(index: Int, hasText: Bool, hasElements: Bool)] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .start(let range):
        if !open.isEmpty { open[open.count - 1].hasElements = true }
        open.append((index, document[range].contains(mark), false))
      case .empty: if !open.isEmpty { open[open.count - 1].hasElements = true }
      case .text: if !open.isEmpty { open[open.count - 1].hasText = true }
      case .end:
        guard let last = open.popLast() else { break }
        isLaidOut[last.index] = last.hasElements && !last.hasText
      }
    }
    return isLaidOut
  }

  private static func pieces(_ document: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var index = 0
    while index < document.count {
      let start = index
      guard document[index] == UInt8(ascii: "<") else {
        while index < document.count, document[index] != UInt8(ascii: "<") { index += 1 }
        pieces.append(.text(start..<index))
        continue
      }
      if document[index + 1] == UInt8(ascii: "!") {
        index += 9
        while !document[index...].starts(with: "]]>".utf8) { index += 1 }
        index += 3
        pieces.append(.text(start..<index))
        continue
      }
      while document[index] != UInt8(ascii: ">") { index += 1 }
      index += 1
      let range = start..<index
      if document[start + 1] == UInt8(ascii: "/") {
        pieces.append(.end(range))
      } else if document[index - 2] == UInt8(ascii: "/") {
        pieces.append(.empty(range))
      } else {
        pieces.append(.start(range))
      }
    }
    return pieces
  }
}

extension XMLSink {
  /// Keeps white space of a layout out of the innermost element.
  func forbidLayout() {
    guard session.settings.indentation != nil, top >= 0, !frames[top].isMarked else { return }
    frames[top].isMarked = true
    let hadAttributes = frames[top].hasAttributes
    insert { $0.append(XMLLayout.mark) }
    frames[top].hasAttributes = hadAttributes
  }
}
