import Foundation

/// An answer as it stood on the wire.
struct RawAnswer {
  var status: Int
  var fields: [(name: String, value: String)]
  var body: [UInt8]

  subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object; empty if it is none.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }

  func string(_ name: String) -> String { json[name] as? String ?? "" }

  /// Reads one answer from the front; nil if it is not all there.
  static func parse(
    _ bytes: [UInt8], toHead: Bool, isComplete: Bool
  ) -> (RawAnswer, length: Int)? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    var lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines.removeFirst().split(separator: " ")
    guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
      let status = Int(words[1])
    else { return nil }
    let fields = lines.map { line in
      let halves = line.split(separator: ":", maxSplits: 1)
      return (
        name: String(halves[0]),
        value: halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : ""
      )
    }
    var answer = RawAnswer(status: status, fields: fields, body: [])
    let start = end.upperBound
    let length =
      toHead || status < 200 || status == 204 || status == 304
      ? 0 : answer["content-length"].flatMap { Int($0) }
    guard let length else {
      guard isComplete else { return nil }
      answer.body = Array(bytes[start...])
      return (answer, bytes.count)
    }
    guard bytes.count >= start + length else { return nil }
    answer.body = Array(bytes[start..<start + length])
    return (answer, start + length)
  }
}
