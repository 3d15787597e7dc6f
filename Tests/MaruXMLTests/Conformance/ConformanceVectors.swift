import Foundation
import MaruXML

/// The W3C's XML Conformance Test Suite (20130923), if it is on this machine.
enum ConformanceVectors {
  struct Case: Sendable, CustomStringConvertible {
    var id: String
    var type: String
    /// Which external entities a processor has to read: none, general, parameter, both.
    var entities: String
    var version: String
    var recommendation: String
    var edition: String
    var hasNamespaces: Bool
    var path: String
    var output: String

    var description: String { id }

    /// Why the case says nothing about a reader of XML 1.0, fifth edition, with namespaces, that
    /// fetches nothing; nil if it does.
    var reasonToSkip: String? {
      if version != "1.0" { return "XML \(version)" }
      if recommendation.contains("1.1") { return recommendation }
      if !edition.isEmpty, !edition.contains("5") { return "edition \(edition) only" }
      if !hasNamespaces { return "without namespaces only" }
      if entities != "none" { return "needs external entities (\(entities))" }
      return nil
    }
  }

  /// `$MARU_VECTORS`, or a folder beside the package.
  static let folder: URL = {
    let folder =
      ProcessInfo.processInfo.environment["MARU_VECTORS"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).appending(path: "../../../../../shared/vectors").standardized
    return folder.appending(path: "xmlconf")
  }()

  static var isHere: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "manifest.tsv").path())
  }

  static func cases() throws -> [Case] {
    let text = try String(contentsOf: folder.appending(path: "manifest.tsv"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Case(
        id: parts[0], type: parts[1], entities: parts[2], version: parts[4],
        recommendation: parts[3], edition: parts[5], hasNamespaces: parts[6] == "yes",
        path: parts[7], output: parts[8])
    }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }
}

/// The suite's canonical form: no declaration, no comments, sorted attributes, all escaped.
enum CanonicalForm {
  static func write(_ arena: XMLArena) -> String {
    var output = ""
    var open: [(end: Int, name: String)] = []
    var place = 0
    while place < arena.records.count || !open.isEmpty {
      if let last = open.last, place >= last.end {
        open.removeLast()
        output += "</\(last.name)>"
        continue
      }
      let record = arena.records[place]
      switch record.kind {
      case .element:
        let name = arena.qualifiedName(ofRecord: place)
        let attributes = arena.attributes(ofElement: place).map { index in
          let value = escape(arena.string(ofRecord: index))
          return (name: arena.qualifiedName(ofRecord: index), value: value)
        }.sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
        output += "<\(name)" + attributes.map { " \($0.name)=\"\($0.value)\"" }.joined() + ">"
        open.append((arena.end(ofElement: place), name))
        place = arena.firstChild(ofElement: place)
        continue
      case .text, .cdata: output += escape(arena.string(ofRecord: place))
      case .instruction:
        let target = arena.name(record.name).local
        output += "<?\(target) \(arena.string(ofRecord: place))?>"
      default: break
      }
      place += 1
    }
    return output
  }

  /// What the suite expects, without the notations that a second form adds in front.
  static func expected(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("<!DOCTYPE"), let end = text.range(of: "]>\n") else { return text }
    return String(text[end.upperBound...])
  }

  private static func escape(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "\t": output += "&#9;"
      case "\n": output += "&#10;"
      case "\r": output += "&#13;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
