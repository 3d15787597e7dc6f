import Foundation

/// The table of `Documentation/Transports.md`: which promise which transport can't keep.
struct TransportTable {
  enum Column: Int {
    case curlOnLinux = 1
    case urlSessionOnLinux = 2
    case urlSessionOnApple = 3
  }

  private let rows: [[Substring]]

  init() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: repository.appending(path: "Documentation/Transports.md"), encoding: .utf8)
    rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { cell in
        let start = cell.drop { $0 == " " }
        return start.prefix(start.count - start.reversed().prefix { $0 == " " }.count)
      }
    }
  }

  /// The nonsense that ends a process that uses URLSession on Linux.
  var deadlyOnLinux: Set<String> {
    Set(rows.filter { $0.count == 2 && !["why", "---"].contains($0[1]) }.map { String($0[0]) })
  }

  /// The promises that a transport can't keep, by the name of their case.
  func exempt(in column: Column) -> Set<String> {
    Set(
      rows.filter { $0.count == 4 && $0[column.rawValue] == "no" }.map { String($0[0]) })
  }
}
