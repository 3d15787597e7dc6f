public import Foundation
public import MaruHTTP

/// Reads JSON bodies with Foundation's decoder.
public struct JSONBodyDecoder: BodyDecoder {
  private let decoder: JSONDecoder

  /// Reads with Maru's settings: dates as RFC 3339 with or without fractions, the rest as Foundation
  /// does. Keys that a type does not have are passed over.
  public static let standard = JSONBodyDecoder { _ in }

  /// Reads with the app's settings on top of Maru's.
  ///
  /// - Parameter configure: runs once, now.
  public init(configure: (JSONDecoder) -> Void) {
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = RFC3339.date(text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "expected an RFC 3339 date"))
      }
      return date
    }
    configure(decoder)
  }

  /// `application/json`.
  public var mediaTypes: [MediaType] { [.json] }

  /// Whether it is JSON by name or by suffix.
  public func reads(_ mediaType: MediaType) -> Bool { mediaType.isJSON }

  /// Reads a value.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    // swift-foundation 6.3 traps when the bracket that is one too deep (512) is the last byte, and
    // so would let a peer end the process. No JSON text ends with an opening bracket. A zero byte
    // behind it is UTF-16's or UTF-32's half.
    let last = bytes.last { $0 != 0 }
    guard last != UInt8(ascii: "["), last != UInt8(ascii: "{") else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the text ends in the middle"))
    }
    return try decoder.decode(type, from: Data(bytes))
  }
}

/// Writes JSON bodies with Foundation's encoder.
public struct JSONBodyEncoder: Sendable {
  private let encoder: JSONEncoder

  /// Writes with Maru's settings: dates as RFC 3339 with milliseconds, slashes as they are, keys in
  /// order, so that a write that is sent again by another process is the same to the last byte.
  public static let standard = JSONBodyEncoder { _ in }

  /// Writes with the app's settings on top of Maru's.
  ///
  /// - Parameter configure: runs once, now.
  public init(configure: (JSONEncoder) -> Void) {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(RFC3339.text(date))
    }
    configure(encoder)
  }

  /// Writes a value.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try encoder.encode(value))
  }
}
