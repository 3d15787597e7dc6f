internal import Foundation

/// The findings that a team knows of: an earlier report for programs.
enum Baseline {
  /// Reads the fingerprints of an earlier `--format json`.
  ///
  /// - Throws: ``ProgramFailure`` if it is no such report.
  static func read(_ path: String) throws(ProgramFailure) -> Set<String> {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ProgramFailure("the baseline \(path) can't be read")
    }
    guard let value = try? JSONSerialization.jsonObject(with: data) else {
      throw ProgramFailure("the baseline \(path) is not JSON; make it with --format json")
    }
    let reports = value as? [[String: Any]] ?? (value as? [String: Any]).map { [$0] } ?? []
    guard !reports.isEmpty, reports.allSatisfy({ $0["findings"] is [[String: Any]] }) else {
      throw ProgramFailure("the baseline \(path) is no report of maru; make it with --format json")
    }
    let findings = reports.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
    return Set(findings.compactMap { $0["fingerprint"] as? String })
  }
}
