import Foundation
import MaruDiagnostics
import Testing

/// Public captures and stories, if they are on this machine: `$MARU_VECTORS`, or a folder beside the
/// package.
enum DoctorVectors {
  static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["MARU_VECTORS"].map { URL(filePath: $0) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (named ?? root.appending(path: "../shared/vectors")).standardized
      .appending(path: "doctor")
  }()

  static let isHere = FileManager.default.fileExists(atPath: folder.path())

  /// A scenario: its traffic, what must be found, and what must not.
  struct Story: Sendable, CustomTestStringConvertible {
    let id: String
    let isControl: Bool
    let har: [UInt8]
    let expected: [Expected]
    let mustNotReport: [String]
    var testDescription: String { id }

    struct Expected: Sendable {
      let rule: String
      let exchanges: [String]
      let severity: String
    }
  }

  static let stories: [Story] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "stories.json")),
      let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return list.compactMap { story in
      let log: [String: Any] = [
        "version": "1.2", "creator": ["name": "stories", "version": "1"],
        "entries": story["exchanges"] ?? [],
      ]
      guard let har = try? JSONSerialization.data(withJSONObject: ["log": log]) else { return nil }
      let details = story["expectedDetail"] as? [[String: Any]] ?? []
      return Story(
        id: story["id"] as? String ?? "", isControl: story["kind"] as? String == "control",
        har: Array(har),
        expected: details.map {
          Story.Expected(
            rule: $0["rule"] as? String ?? "", exchanges: $0["exchanges"] as? [String] ?? [],
            severity: $0["severity"] as? String ?? "")
        }, mustNotReport: story["mustNotReport"] as? [String] ?? [])
    }
  }()

  static func files(in name: String, ending: String) -> [URL] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: name), includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.lastPathComponent.hasSuffix(ending) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
