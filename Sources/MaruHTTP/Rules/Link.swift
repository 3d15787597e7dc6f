/// A relation to another resource, as a `Link` field tells (RFC 8288 §3).
public struct Link: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Where it leads, as written; can be relative.
  public let target: String
  /// What it is, in lower case, as `next`; a link can be several things.
  public let relations: [String]

  /// Reads every link of the field's values; what can't be read is passed over.
  public static func all(in values: [String]) -> [Link] {
    values.flatMap { read($0) }
  }

  private static func read(_ value: String) -> [Link] {
    var links: [Link] = []
    var rest = value[...]
    while let open = rest.firstIndex(of: "<"),
      let close = rest[open...].firstIndex(of: ">")
    {
      let target = String(rest[rest.index(after: open)..<close])
      let (parameters, end) = parameters(of: rest[rest.index(after: close)...])
      // RFC 8288 §3.3: the first 'rel' counts.
      if let relation = parameters.first(where: { $0.name == "rel" }) {
        let relations = relation.value.lowercased().split(separator: " ").map(String.init)
        links.append(Link(target: target, relations: relations))
      }
      rest = end
    }
    return links
  }

  /// The parameters up to the comma that ends the link, and what is behind it.
  private static func parameters(
    of text: Substring
  ) -> ([(name: String, value: String)], Substring) {
    var parameters: [(name: String, value: String)] = []
    var piece = ""
    var isQuoted = false
    var isEscaped = false
    var index = text.startIndex
    func take(_ piece: String) {
      let parts = piece.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return }
      let name = FieldSyntax.trimmed(parts[0]).lowercased()
      parameters.append((name, String(FieldSyntax.trimmed(parts[1]))))
    }
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if isEscaped {
        piece.append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == ";" || character == "," {
        take(piece)
        piece = ""
        if character == "," { return (parameters, text[index...]) }
      } else {
        piece.append(character)
      }
    }
    take(piece)
    return (parameters, text[index...])
  }

  /// What it is; never where it leads.
  public var description: String { "link \(relations.joined(separator: " "))" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["link": description]) }
}
