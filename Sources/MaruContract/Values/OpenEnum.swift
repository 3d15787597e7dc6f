/// A server's enumeration that may grow: a case that the app knows, or the raw value of one it does
/// not.
///
/// A plain `enum` fails to decode the day the server adds a case; this keeps the raw value and
/// encodes it again unchanged.
public enum OpenEnum<Known: RawRepresentable & Sendable>: Sendable
where Known.RawValue: Sendable {
  /// A case that the app was built with.
  case known(Known)
  /// What the server sent instead.
  case unknown(Known.RawValue)

  /// Reads a raw value.
  public init(rawValue: Known.RawValue) {
    self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue)
  }

  /// The value as the server writes it.
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let known): known.rawValue
    case .unknown(let raw): raw
    }
  }

  /// The case, if the app knows it.
  public var known: Known? {
    if case .known(let known) = self { known } else { nil }
  }
}

extension OpenEnum: Equatable where Known.RawValue: Equatable {
  /// Whether both have the same raw value.
  public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }
}

extension OpenEnum: Hashable where Known.RawValue: Hashable {
  /// Hashes the raw value.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension OpenEnum: Decodable where Known.RawValue: Decodable {
  /// Reads a raw value; any will do.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
  }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
  /// Writes the raw value, also one that the app does not know.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
