internal import MaruDiagnostics

/// The answer in at most ten lines, for who reads no more.
struct Verdict {
  let headline: String
  /// The worst causes, each with what to do.
  let points: [Point]
  /// What limits the answer: how many rules can't tell, and whether the file was cut.
  let limits: String?

  struct Point {
    let finding: Finding
    let title: String
    /// The side to mend, and what to change there.
    let side: String
    let fix: String
  }

  /// Three causes of three lines each, and the headline: ten.
  static let maximumPoints = 3

  init(_ report: Report, _ language: Text.Language) {
    let diagnosis = report.diagnosis
    let causes = diagnosis.causes.filter { $0.severity >= .medium }
    let exchanges = Phrases.exchanges(diagnosis.exchangeCount)[language]
    if let worst = diagnosis.worst {
      let counts = report.counts.map { severity, count in
        let name = Phrases.severity(severity)
        return Text("\(count) \(name.english)", "\(name.korean) \(count)")[language]
      }
      .joined(separator: ", ")
      let isBad = worst >= .medium
      headline =
        Text(
          isBad
            ? "\(exchanges): something is wrong (\(counts))."
            : "\(exchanges): nothing does harm by itself (\(counts)).",
          isBad ? "\(exchanges): 문제가 있습니다(\(counts))." : "\(exchanges): 해로운 문제는 없습니다(\(counts)).")[
          language]
    } else {
      headline =
        Text("\(exchanges): nothing was found.", "\(exchanges): 발견된 문제가 없습니다.")[language]
    }
    points = causes.prefix(Self.maximumPoints).map { Self.point($0, language) }
    limits = Self.limits(diagnosis, language)
  }

  private static func point(_ finding: Finding, _ language: Text.Language) -> Point {
    let isServer = finding.app == Self.nothing
    return Point(
      finding: finding, title: finding.title[language],
      side: (isServer ? Phrases.server : Phrases.app)[language],
      fix: (isServer ? finding.server : finding.app)[language])
  }

  /// What rules say of a side that has nothing to do.
  static let nothing = Text("Nothing.", "할 일이 없습니다.")

  private static func limits(_ diagnosis: Diagnosis, _ language: Text.Language) -> String? {
    var parts: [Text] = []
    if let cut = diagnosis.quality.cut {
      parts.append(
        Text(
          "the file is cut at line \(cut.line), column \(cut.column)",
          "파일이 \(cut.line)행 \(cut.column)열에서 끊겼습니다"))
    }
    if diagnosis.quality.isSanitized {
      parts.append(Text("credentials were taken out of it", "자격 증명이 제거되어 있습니다"))
    } else if diagnosis.quality.isMasked {
      parts.append(Text("credentials are masked", "자격 증명이 가려져 있습니다"))
    }
    let count = diagnosis.cannotTell.count
    if count > 0 {
      parts.append(
        Text(
          count == 1 ? "1 rule can't tell" : "\(count) rules can't tell",
          "규칙 \(count)개는 판단할 수 없습니다"))
    }
    return parts.isEmpty ? nil : parts.map { $0[language] }.joined(separator: "; ")
  }
}
