/// In a type, a tree stands for an element as it is: for what no type was made for yet.
///
/// Only an ``XMLDecoder`` reads it and only an ``XMLEncoder`` writes it: others throw. It is written
/// under the name of the property that it is in.
extension XMLTree: Codable {
  /// Takes the element that a decoder is at.
  public init(from decoder: any Decoder) throws {
    let found: (session: XMLDecodingSession, place: XMLPlace)? =
      switch decoder {
      case let decoder as XMLValueDecoder: (decoder.session, decoder.place)
      case let decoder as XMLChoiceDecoder: (decoder.session, decoder.chosen.place)
      default: nil
      }
    guard let found else {
      throw XMLError(
        .typeMismatch, expected: "a decoder of XML", found: "another",
        codingPath: decoder.codingPath)
    }
    self = try found.session.tree(at: found.session.alone(found.place))
  }

  /// Writes attributes and content into the element that an encoder is at.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? XMLValueEncoder else {
      throw XMLError(
        .unwritable, expected: "an encoder of XML", found: "another",
        codingPath: encoder.codingPath)
    }
    try encoder.sink.single(self, encoder)
  }
}
