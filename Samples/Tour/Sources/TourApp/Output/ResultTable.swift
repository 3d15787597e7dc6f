/// Rows in columns, each as wide as its widest cell.
package struct ResultTable: Sendable {
  private var rows: [[String]] = []
  private let separator: String

  /// A table without rows.
  package init(separator: String = "  ") {
    self.separator = separator
  }

  /// Adds a row.
  package mutating func add(_ cells: String...) {
    rows.append(cells)
  }

  /// The rows as lines, without spaces at their ends.
  package var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += (column == 0 ? "" : separator) + cell.padded(to: widths[column])
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
