public import struct Foundation.Data
public import MaruHTTP

/// What an endpoint sends.
///
/// `Content-Type` follows from it. Values are encoded when the call is made, off the main actor and
/// once, however often it is sent.
public struct EndpointBody: Sendable {
  private let make: @Sendable (any RandomSource) throws -> RequestBody

  /// Makes a body of anything that can be turned into bytes.
  ///
  /// - Parameter encode: runs once for each call; what it throws fails the call with the code
  ///   `configuration`, before anything is sent.
  public init(_ encode: @escaping @Sendable () throws -> RequestBody) {
    make = { _ in try encode() }
  }

  /// Makes a body that needs chance.
  init(drawing make: @escaping @Sendable (any RandomSource) throws -> RequestBody) {
    self.make = make
  }

  /// The body of one call.
  package func encode(random: any RandomSource) throws -> RequestBody { try make(random) }

  /// No body.
  public static let none = EndpointBody { .none }

  /// A value in JSON.
  public static func json(
    _ value: some Encodable & Sendable, encoder: JSONBodyEncoder = .standard
  ) -> EndpointBody {
    EndpointBody { .bytes(try encoder.encode(value), as: .json) }
  }

  /// Plain text in UTF-8.
  public static func text(_ text: String) -> EndpointBody {
    EndpointBody { .bytes(Array(text.utf8), as: .text) }
  }

  /// Bytes of a type that the endpoint names.
  public static func bytes(_ bytes: Data, as mediaType: MediaType = .bytes) -> EndpointBody {
    EndpointBody { .bytes(Array(bytes), as: mediaType) }
  }

  /// Names and values as an HTML form sends them.
  ///
  /// Encoded as ``EndpointQuery`` is; a space is `%20`, which every form reader understands.
  public static func form(_ fields: EndpointQuery) -> EndpointBody {
    EndpointBody { .bytes(Array(fields.encoded.dropFirst().utf8), as: .form) }
  }

  /// A body that is read while it is sent.
  public static func stream(_ body: RequestBody) -> EndpointBody {
    EndpointBody { body }
  }

  /// The same body, telling how much of it was handed to the transport.
  ///
  /// - Parameter report: hears of each piece as soon as it is handed over, in the call's task, off
  ///   the main actor. It must return at once. A body that is sent again starts at zero with another
  ///   ``TransferProgress/attempt``; the last report of one that was sent whole has its exact length.
  public func reporting(to report: @escaping ProgressReport) -> EndpointBody {
    EndpointBody(drawing: { random in
      var body = try make(random)
      body.report = report
      return body
    })
  }
}
