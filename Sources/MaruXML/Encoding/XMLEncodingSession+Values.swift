#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension XMLEncodingSession {
  /// What a value of Foundation's is as text; nil for other types.
  @inline(__always)
  func special<Value>(_ value: Value, _ kind: XMLTypeTraits.Special) throws -> String? {
    kind == .none ? nil : try text(value, kind)
  }

  @inline(never)
  private func text<Value>(_ value: Value, _ kind: XMLTypeTraits.Special) throws -> String? {
    switch kind {
    case .none, .tree, .optionalString: return nil
    case .string: return value as? String
    case .date:
      guard let date = value as? Date else { return nil }
      guard let text = try settings.dateStrategy.text(date) else {
        throw error("a date that the strategy can write", "another")
      }
      return text
    case .data: return try (value as? Data).map { try settings.dataStrategy.text($0) }
    case .url: return (value as? URL)?.relativeString
    case .decimal:
      guard let decimal = value as? Decimal else { return nil }
      guard decimal.isFinite else { throw error("a finite number", "\(decimal)") }
      return decimal.description
    }
  }

  /// The name for a key, by the app's strategy.
  @inline(__always)
  func name(ofKey key: String) -> String {
    guard settings.keyStrategy.name != nil else { return key }
    return convertedName(key)
  }

  private func convertedName(_ key: String) -> String {
    if let name = namesByKey[key] { return name }
    let name = settings.keyStrategy.name?(key) ?? key
    namesByKey[key] = name
    return name
  }
}

extension XMLSink {
  /// A type's namespace, else that of the innermost element.
  func inherited(_ namespace: String?) -> String? {
    namespace ?? (top >= 0 ? frames[top].namespace : nil)
  }

  /// Makes an element of what a case carries first, since it carries more.
  func wrapPayload(_ key: String) throws {
    guard frames.count == 1, key.hasPrefix("_"), Int(key.dropFirst()) != nil,
      frames[0].hasContent || frames[0].hasAttributes, !isWrapped
    else { return }
    guard bindings.count == frames[0].outerBindings else {
      throw session.error("labels for what a case carries", "none, with a namespace")
    }
    isWrapped = true
    let nameEnd = 1 + frames[0].name.utf8.count
    var wrapped = Array(output[..<nameEnd])
    wrapped += "><_0".utf8
    wrapped += output[nameEnd...]
    wrapped += (frames[0].hasContent ? "</_0>" : "/>").utf8
    output = wrapped
    frames[0].hasContent = true
    frames[0].hasAttributes = false
    frames[0].attributeNames = []
    frames[0].attributesEnd = nameEnd
    for index in frames[0].beside.indices { frames[0].beside[index].position += 4 }
  }
}
