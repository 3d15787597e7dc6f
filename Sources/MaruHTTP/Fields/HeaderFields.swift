/// The header fields of a message: in order, repeatable, with names that ignore case.
///
/// A value never holds CR, LF or NUL, so a field can never become two (RFC 9110 §5.5). Its
/// description shows what is known to be harmless and redacts the rest.
public struct HeaderFields: Sendable, Hashable {
  /// One field.
  public struct Field: Sendable, Hashable {
    /// The field's name.
    public let name: HeaderName
    /// The field's value, as it goes on the wire.
    public let value: String
  }

  private var fields: [Field]

  /// No fields.
  public init() {
    fields = []
  }

  /// Makes fields that a parser has checked already.
  package init(unchecked fields: [(HeaderName, String)]) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// The values of a field joined with commas, as RFC 9110 §5.3 allows; nil if there is none.
  ///
  /// `Set-Cookie` must not be joined: ask ``values(of:)``.
  public subscript(name: HeaderName) -> String? {
    guard let first = fields.first(where: { $0.name == name }) else { return nil }
    let all = fields.lazy.filter { $0.name == name }
    return all.dropFirst().isEmpty ? first.value : all.map(\.value).joined(separator: ", ")
  }

  /// Every value of a field, in the order of the message.
  public func values(of name: HeaderName) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Whether the message has the field.
  public func contains(_ name: HeaderName) -> Bool {
    fields.contains { $0.name == name }
  }

  /// Adds a field behind those that are there.
  ///
  /// - Throws: ``InvalidHeaderValue`` if `value` holds CR, LF, NUL or another control character.
  public mutating func append(_ value: String, for name: HeaderName) throws(InvalidHeaderValue) {
    guard FieldSyntax.isFieldValue(value) else { throw InvalidHeaderValue(name: name) }
    fields.append(Field(name: name, value: value))
  }

  /// Puts one value in place of all that the field has.
  ///
  /// - Throws: ``InvalidHeaderValue`` if `value` holds CR, LF, NUL or another control character.
  public mutating func set(_ value: String, for name: HeaderName) throws(InvalidHeaderValue) {
    guard FieldSyntax.isFieldValue(value) else { throw InvalidHeaderValue(name: name) }
    set(unchecked: value, for: name)
  }

  /// For values that our own code has made of harmless characters.
  package mutating func set(unchecked value: String, for name: HeaderName) {
    remove(name)
    fields.append(Field(name: name, value: value))
  }

  /// For values that our own code has made, of a field that is not there yet.
  package mutating func append(unchecked value: String, for name: HeaderName) {
    fields.append(Field(name: name, value: value))
  }

  /// Takes all fields of a name out.
  public mutating func remove(_ name: HeaderName) {
    guard contains(name) else { return }
    fields.removeAll { $0.name == name }
  }

  /// Makes room, so that adding does not grow step by step.
  package mutating func reserveCapacity(_ count: Int) {
    fields.reserveCapacity(count)
  }
}

extension HeaderFields: RandomAccessCollection {
  /// The first field's index.
  public var startIndex: Int { fields.startIndex }
  /// The index behind the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> Field { fields[position] }
}

extension HeaderFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields, a line each; values that may be secret are redacted.
  public var description: String {
    fields.map { "\($0.name): \($0.shownValue)" }.joined(separator: "\n")
  }

  /// The same as ``description``: a debugger's print shows no more than a log.
  public var debugDescription: String { description }

  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: fields.map(\.description), displayStyle: .collection)
  }
}

extension HeaderFields.Field: CustomStringConvertible, CustomReflectable {
  /// The names whose values tell nothing about a person, a session or a place.
  private static let harmless: Set<HeaderName> = [
    .accept, .acceptEncoding, .acceptLanguage, .allow, .cacheControl, .connection,
    .contentEncoding, .contentLength, .contentType, .date, .requestID, .retryAfter,
    .traceParent, .transferEncoding, .userAgent,
  ]

  /// IANA's HTTP Authentication Schemes, those in use.
  private static let schemes: Set<String> = [
    "basic", "bearer", "digest", "dpop", "gnap", "negotiate", "privatetoken",
  ]

  var shownValue: String {
    if Self.harmless.contains(name) { return value }
    // The scheme says how the caller authenticates, not who it is. Only a registered one is shown: a
    // token that was sent without a scheme would stand in its place.
    if name == .authorization, let space = value.firstIndex(of: " "),
      Self.schemes.contains(value[..<space].lowercased())
    {
      return "\(value[..<space]) ‹redacted›"
    }
    return "‹redacted›"
  }

  /// The field with its value redacted unless it is known to be harmless.
  public var description: String { "\(name): \(shownValue)" }

  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}

/// A header field's value held a character that would break the message.
public struct InvalidHeaderValue: Error, Hashable, CustomStringConvertible {
  /// The field's name.
  public let name: HeaderName

  /// Says which field, never its value.
  public var description: String { "the value of \(name) holds a control character" }
}
