internal import MaruDiagnostics

/// What was found in one file, and what of it is new and counts.
struct Report {
  let file: String
  let diagnosis: Diagnosis
  let chronicle: Chronicle
  /// By finding: what names it over several captures.
  let fingerprints: [String]
  /// Fingerprints that a baseline has.
  let known: Set<String>
  /// What ends the program with 1.
  let threshold: Finding.Severity

  var findings: [Finding] { diagnosis.findings }

  func isKnown(_ index: Int) -> Bool { known.contains(fingerprints[index]) }

  /// The findings for which the program ends with 1.
  var failing: [Finding] {
    findings.indices.filter { findings[$0].severity >= threshold && !isKnown($0) }
      .map { findings[$0] }
  }

  /// How many findings there are of each severity, the worst first.
  var counts: [(severity: Finding.Severity, count: Int)] {
    Finding.Severity.allCases.reversed().compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count > 0 ? (severity, count) : nil
    }
  }

  /// The rules that can't tell, under what they lack.
  var lacking: [(missing: [CaptureQuality.Evidence], rules: [String])] {
    Dictionary(grouping: diagnosis.cannotTell, by: \.missing)
      .map { ($0.key, $0.value.map(\.rule).sorted()) }
      .sorted { $0.1.count == $1.1.count ? $0.1[0] < $1.1[0] : $0.1.count > $1.1.count }
  }
}
