/// Shows the tour to people.
struct TourPages {
  let terminal: Terminal
  private var style: TerminalStyle { terminal.style }

  func opening(_ chapters: Int, at address: String) {
    terminal.show("A tour of Maru", .bold)
    let count = chapters == 1 ? "one promise" : "\(chapters) promises"
    let text = "\(count), tried against a gateway that was just started at \(address)"
    for line in text.wrapped(to: style.width) { terminal.show(line) }
  }

  func heading(_ chapter: any Chapter, _ number: Int, of count: Int) {
    terminal.show()
    terminal.show("\(number)/\(count) \(chapter.name)", .bold)
    for line in chapter.promise.wrapped(to: style.width, lead: "  ") { terminal.show(line) }
  }

  func result(_ result: ChapterResult) {
    for line in wireLines(result.calls) { terminal.show(line, .dim) }
    for finding in result.findings {
      let mark = style.render(finding.holds ? "✔" : "✘")
      let lines = style.render(finding.text)
        .wrapped(to: style.width, lead: "  \(mark) ")
      let colour = finding.holds ? TerminalStyle.Colour.green : .red
      for (index, line) in lines.enumerated() {
        // Only the mark of what holds is coloured: a page of green says nothing.
        if finding.holds, index == 0 {
          terminal.show(marked: mark, line, colour)
        } else if finding.holds {
          terminal.show(line)
        } else {
          terminal.show(line, colour)
        }
      }
    }
  }

  private func wireLines(_ calls: [WireCall]) -> [String] {
    let lines = WireLine.lines(for: calls)
    var table = ResultTable()
    for line in lines {
      table.add(
        style.render("  → \(line.endpoint)"), style.render(line.trail), style.render(line.measure))
    }
    if table.lines.allSatisfy({ $0.displayWidth <= style.width }) { return table.lines }
    // Where columns don't fit, each call is a paragraph.
    return lines.flatMap { line in
      style.render("\(line.endpoint): \(line.trail) (\(line.measure))")
        .wrapped(to: style.width - 2, lead: style.render("  → "))
    }
  }

  func closing(_ results: [ChapterResult], took: Duration, logs: String?) {
    terminal.show()
    var table = ResultTable()
    table.add("chapter", "verdict", "facts", "time")
    for result in results {
      let holding = result.findings.count { $0.holds }
      table.add(
        result.name, style.render(result.holds ? "✔ holds" : "✘ fails"),
        "\(holding)/\(result.findings.count)", result.took.shown)
    }
    for (index, line) in table.lines.enumerated() {
      switch index {
      case 0: terminal.show(line, .bold)
      case let index where results[index - 1].holds: terminal.show(line)
      default: terminal.show(line, .red)
      }
    }
    terminal.show()
    let failed = results.filter { !$0.holds }.map(\.name)
    let verdict =
      failed.isEmpty
      ? "Every promise holds" : "Does not hold: " + failed.joined(separator: ", ")
    terminal.show("\(verdict). \(took.shown) in all.", failed.isEmpty ? .green : .red)
    if let logs {
      terminal.show("The gateway's log: \(logs)")
    } else {
      terminal.show("The gateway's log was removed; --keep keeps it.")
    }
  }
}
