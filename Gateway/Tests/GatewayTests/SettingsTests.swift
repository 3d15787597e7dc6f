import Foundation
import GatewayApp
import Testing

@Suite struct SettingsTests {
  @Test func `the README's table has every setting as the program has it`() throws {
    let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../README.md").standardized
    let text = try String(contentsOf: readme, encoding: .utf8)
    #expect(text.contains(Settings.table), "it has to be:\n\(Settings.table)")
  }

  @Test func `every setting of the help is in the table, with the same words`() {
    let lines = Settings.help.split(separator: "\n").filter { $0.hasPrefix("  --") }
    let rows = Settings.table.split(separator: "\n").dropFirst(2)
    #expect(lines.count == rows.count)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
      #expect(
        lines.contains { $0.hasPrefix("  \(cells[0])") && $0.hasSuffix(cells[2]) },
        "\(cells[0]) is not in the help")
    }
  }
}
