extension XMLElementStream where Value: Decodable & Sendable {
  /// Makes a stream of values, each decoded from an element.
  ///
  /// - Parameters:
  ///   - type: What each element is decoded as; its own name is not checked but by the path.
  ///   - path: Names from the root on; the last is that of the elements.
  ///   - source: The document's bytes in pieces of any size.
  ///   - decoder: How they are decoded. Its options are those of the whole document, too.
  public init(
    _ type: Value.Type, at path: XMLName..., in source: Source, decoder: XMLDecoder = XMLDecoder()
  ) {
    self.init(at: path, in: source, options: decoder.options) { arena, index in
      try decoder.decode(type, from: arena, at: index)
    }
  }
}
