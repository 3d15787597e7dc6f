#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Foundation's types, which read themselves from what JSON has.
extension XMLDecodingSession {
  /// A value of a type that is read here; nil if it reads itself after all.
  @inline(never)
  func special<Value>(
    _ type: Value.Type, _ kind: XMLTypeTraits.Special, at place: XMLPlace
  ) throws -> Value? {
    let value: Any?
    switch kind {
    case .none: value = nil
    case .string: value = try string(at: place)
    case .date: value = try date(at: place)
    case .data: value = try data(at: place)
    case .url: value = try url(at: place)
    case .decimal: value = try decimal(at: place)
    case .tree: value = try tree(at: place)
    case .optionalString: value = try optionalString(at: place) as Any
    }
    return value as? Value
  }

  /// Whether a value of a special type can be empty and yet there.
  static func isTextual(_ kind: XMLTypeTraits.Special) -> Bool {
    kind == .data || kind == .string
  }

  private func date(at place: XMLPlace) throws -> Date {
    let text = try trimmedText(at: place)
    guard let date = try settings.dateStrategy.date(text) else {
      throw mismatch(Date.self, at: place)
    }
    return date
  }

  private func data(at place: XMLPlace) throws -> Data {
    let text = try withText(at: place) { Self.string($0) }
    guard let data = try settings.dataStrategy.data(text) else {
      throw mismatch(Data.self, at: place)
    }
    return data
  }

  private func url(at place: XMLPlace) throws -> URL {
    guard let url = URL(string: try trimmedText(at: place)) else {
      throw mismatch(URL.self, at: place)
    }
    return url
  }

  private func decimal(at place: XMLPlace) throws -> Decimal {
    guard let text = try decimalText(at: place), let decimal = Decimal(string: text),
      decimal.isFinite
    else { throw mismatch(Decimal.self, at: place) }
    return decimal
  }

  func tree(at place: XMLPlace) throws -> XMLTree {
    guard records[place.index].isElement else {
      throw error(
        .typeMismatch, at: place.index, expected: "an element", found: "an attribute or text")
    }
    return XMLTree(arena: arena, index: place.index)
  }

  func optionalString(at place: XMLPlace) throws -> String? {
    if isMarkedNil(place.index) == true { return nil }
    let text = try string(at: place)
    return text.isEmpty && settings.stringStrategy.emptyOptional == .none
      && isMarkedNil(place.index) == nil ? nil : text
  }

  private func trimmedText(at place: XMLPlace) throws -> String {
    try withText(at: place) { text in
      Self.string(text.extracting(XMLNumberText.trimmed(text, trimsNumbers)))
    }
  }
}
