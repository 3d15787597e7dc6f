import Foundation

/// Traffic in a few lines, made into a HAR: the notation of the root package's tests.
///
/// A block for each exchange, parted by empty lines. Its first line has the seconds since nine o'clock,
/// the method and the address, and then any of: the client, `+` milliseconds, `cache`, `!` and an error.
/// `>` begins a field or `>>` the body of the request, `<` the status or a field and `<<` the body of the
/// answer. `{{jwt exp=60 sub=7}}` is a token with times in seconds after nine.
struct TrafficScript: Sendable {
  let text: String
  var exporter = "script"

  /// 2026-03-02T09:00:00Z.
  static let nine = 1_772_442_000

  var har: [UInt8] {
    let entries = text.components(separatedBy: "\n\n").compactMap(entry)
    let log: [String: Any] = [
      "version": "1.2", "creator": ["name": exporter, "version": "1"], "entries": entries,
    ]
    let data = try? JSONSerialization.data(withJSONObject: ["log": log], options: .sortedKeys)
    return Array(data ?? Data())
  }

  private func entry(_ block: String) -> [String: Any]? {
    let lines = block.split(separator: "\n").map { Self.filled(String($0)) }
    guard let first = lines.first else { return nil }
    let words = first.split(separator: " ").map(String.init)
    guard words.count >= 3, let seconds = Double(words[0]) else { return nil }
    var entry: [String: Any] = [
      "startedDateTime": Self.date(seconds), "time": 80.0, "client": "urlsession",
    ]
    var request = Message()
    var answer = Message()
    var status = 0
    for word in words.dropFirst(3) {
      switch word.first {
      case "+": entry["time"] = Double(word.dropFirst()) ?? 80
      case "!": entry["_error"] = String(word.dropFirst())
      default:
        if word == "cache" { entry["_fromCache"] = "disk" } else { entry["client"] = word }
      }
    }
    for line in lines.dropFirst() {
      if line.hasPrefix(">> ") {
        request.body = String(line.dropFirst(3))
      } else if line.hasPrefix("<< ") {
        answer.body = String(line.dropFirst(3))
      } else if line.hasPrefix("> ") {
        request.add(line)
      } else if line.hasPrefix("< ") {
        if let code = Int(line.dropFirst(2)) { status = code } else { answer.add(line) }
      }
    }
    entry["request"] = request.object(["method": words[1], "url": words[2]], body: "postData")
    entry["response"] = answer.object(["status": status, "redirectURL": ""], body: "content")
    return entry
  }

  private struct Message {
    var fields: [[String: String]] = []
    var body: String?

    mutating func add(_ line: String) {
      let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return }
      fields.append([
        "name": String(parts[0]), "value": parts[1].trimmingCharacters(in: .whitespaces),
      ])
    }

    func object(_ start: [String: Any], body name: String) -> [String: Any] {
      var object = start
      object["headers"] = fields
      let type = fields.first { $0["name"]?.lowercased() == "content-type" }?["value"]
      if let body {
        object[name] = ["mimeType": type ?? "", "text": body, "size": body.utf8.count]
        object["bodySize"] = body.utf8.count
      } else if name == "content" {
        object[name] = ["mimeType": type ?? "", "size": 0]
      }
      return object
    }
  }

  static func date(_ seconds: Double) -> String {
    let date = Date(timeIntervalSince1970: Double(nine) + seconds)
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private static func filled(_ line: String) -> String {
    var line = line
    while let start = line.range(of: "{{jwt "), let end = line[start.upperBound...].range(of: "}}")
    {
      var claims: [String: Any] = [:]
      for pair in line[start.upperBound..<end.lowerBound].split(separator: " ") {
        let parts = pair.split(separator: "=").map(String.init)
        guard parts.count == 2 else { continue }
        let isTime = ["exp", "nbf", "iat"].contains(parts[0])
        claims[parts[0]] = isTime ? nine + (Int(parts[1]) ?? 0) : parts[1]
      }
      let token = [["alg": "HS256", "typ": "JWT"], claims].map(part).joined(separator: ".")
      line.replaceSubrange(
        start.lowerBound..<end.upperBound, with: token + ".c2lnbmF0dXJlLW9mLXRoaXM")
    }
    return line
  }

  private static func part(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return (data ?? Data()).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
  }
}
