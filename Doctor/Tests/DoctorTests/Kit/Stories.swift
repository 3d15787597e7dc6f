import Foundation
import Testing

/// Public stories, if they are on this machine: `$MARU_VECTORS`, or a folder beside the package.
enum Stories {
  static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["MARU_VECTORS"].map { URL(filePath: $0) }
    let root = (0..<5).reduce(URL(filePath: #filePath)) { path, _ in
      path.deletingLastPathComponent()
    }
    return (named ?? root.appending(path: "../shared/vectors")).standardized
      .appending(path: "doctor")
  }()

  static let isHere = FileManager.default.fileExists(
    atPath: folder.appending(path: "stories.json").path())

  struct Story: Sendable, CustomTestStringConvertible {
    let id: String
    let isControl: Bool
    let har: [UInt8]
    let expected: [String]
    /// What the messages hold that must not be shown: values of credentials and cookies.
    let secrets: [String]
    var testDescription: String { id }
  }

  static let all: [Story] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "stories.json")),
      let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return list.map { story in
      let entries = story["exchanges"] as? [[String: Any]] ?? []
      let log: [String: Any] = [
        "version": "1.2", "creator": ["name": "stories"], "entries": entries,
      ]
      let har = (try? JSONSerialization.data(withJSONObject: ["log": log])) ?? Data()
      return Story(
        id: story["id"] as? String ?? "", isControl: story["kind"] as? String == "control",
        har: Array(har), expected: story["expected"] as? [String] ?? [],
        secrets: entries.flatMap(secrets))
    }
  }()

  /// Long words of the fields that carry credentials: short ones, as `1`, stand everywhere.
  private static func secrets(_ entry: [String: Any]) -> [String] {
    let messages = [entry["request"], entry["response"]].compactMap { $0 as? [String: Any] }
    let fields = messages.flatMap { $0["headers"] as? [[String: Any]] ?? [] }
    return fields.flatMap { field -> [String] in
      let name = (field["name"] as? String ?? "").lowercased()
      let value = field["value"] as? String ?? ""
      switch name {
      case "authorization": return [value.split(separator: " ").last.map(String.init) ?? ""]
      case "cookie":
        return value.split(separator: ";").map { String($0.drop { $0 != "=" }.dropFirst()) }
      case "set-cookie":
        return [String(value.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst())]
      default: return []
      }
    }.filter { $0.count >= 12 && $0.contains { $0.isNumber } }
  }
}
