internal import MaruHTTP

/// Header fields as a capture has them: also such as no message may carry.
struct CapturedFields: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    let name: String
    /// The name in small letters, by which it is found.
    let folded: String
    let value: String
  }

  private(set) var all: [Field] = []

  mutating func append(_ name: String, _ value: String) {
    // HTTP/2's own (RFC 9113 §8.3) say what the request line says.
    guard !name.isEmpty, name.utf8.first != UInt8(ascii: ":") else { return }
    all.append(Field(name: name, folded: name.lowercased(), value: value))
  }

  /// The first value of a field, named in small letters.
  subscript(folded: String) -> String? {
    all.first { $0.folded == folded }?.value
  }

  func values(_ folded: String) -> [String] {
    all.filter { $0.folded == folded }.map(\.value)
  }

  func has(_ folded: String) -> Bool { all.contains { $0.folded == folded } }

  /// The members of a field whose values are a list of tokens, in small letters.
  func tokens(_ folded: String) -> [String] {
    values(folded).flatMap { $0.split(separator: ",") }
      .map { FieldSyntax.trimmed($0).lowercased() }.filter { !$0.isEmpty }
  }

  var isEmpty: Bool { all.isEmpty }

  /// How many bytes they have on the wire in HTTP/1.1.
  var byteCount: Int {
    all.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }
}
