/// What `--help` and `--list` print.
enum TourHelp {
  static var list: String { Chapters.all.map(\.name).joined(separator: "\n") }

  static func text(width: Int) -> String {
    var lines = ["tour: what Maru promises, tried against a real server on this machine", ""]
    lines += [
      "Usage: tour --gateway PATH [--chapter NAME]… [--transport T] [--json] [--keep]",
      "       Scripts/demo [the same without --gateway]", "",
    ]
    lines += paragraph(width) {
      """
      The tour starts a gateway (Maru's server half) on a free port, signs in, and tries each \
      promise for real: it asks the gateway to fail in a chosen way, watches what the client does, \
      and asks the gateway what it saw. A line with ✔ is a promise that held, with the measured \
      fact that decides; ✘ is one that did not. Calls are shown as they went:
      """
    }
    lines += ["  → POST /v1/todos  connectionLost → waits 80 ms → 201  sent 2×, 95 ms", ""]
    lines += paragraph(width) {
      """
      reads: sent, the connection was lost; after 80 ms sent again, answered 201; 95 ms in all.
      """
    }
    lines += ["Chapters:"]
    for chapter in Chapters.all {
      lines += chapter.promise.wrapped(to: width, lead: "  " + chapter.name.padded(to: 13))
    }
    lines += ["", "Flags:"]
    for (flag, meaning) in flags {
      lines += meaning.wrapped(to: width, lead: "  " + flag.padded(to: 16))
    }
    lines += ["", "Examples:"]
    for (command, meaning) in examples {
      lines += meaning.wrapped(to: width, lead: "  " + command.padded(to: 36))
    }
    lines += [""]
    lines += paragraph(width) {
      """
      The code to read first is Samples/Tour/Sources/TodoClient: what you would write on top of \
      Maru. Then the chapter of your choice in Samples/Tour/Sources/TourApp/Chapters.
      """
    }
    lines += ["Exit codes:"]
    for code in ExitCode.allCases {
      let number = String(code.rawValue)
      lines.append(String(repeating: " ", count: 5 - number.count) + "\(number)  \(code.meaning)")
    }
    return lines.joined(separator: "\n")
  }

  private static func paragraph(_ width: Int, _ text: () -> String) -> [String] {
    text().wrapped(to: width) + [""]
  }

  private static let flags = [
    ("--gateway PATH", "the gateway's executable; Scripts/demo builds it and passes it"),
    ("--chapter NAME", "only this chapter; may be given several times"),
    ("--transport T", "curl or urlsession: what carries the calls; default: the platform's own"),
    ("--json", "the results as one JSON document on the standard output, and nothing else there"),
    ("--keep", "keep the gateway's log although every promise held"),
    ("--list", "the chapters' names"), ("--help", "this text"),
  ]

  private static let examples = [
    ("Scripts/demo", "everything, in about 20 seconds"),
    ("Scripts/demo --chapter lost-answer", "a write whose answer gets lost"),
    ("Scripts/demo --json | jq .holds", "true or false, for programs"),
  ]
}
