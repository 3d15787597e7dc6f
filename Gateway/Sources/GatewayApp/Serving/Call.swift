internal import Foundation
internal import GatewayHTTP
internal import MaruHTTP

/// One request on its way to what answers it.
struct Call: Sendable {
  let request: Request
  /// The values at the named places of the route's pattern.
  let parameters: [String: String]
  /// Whose call it is; nil on routes that need no credential.
  let caller: VerifiedToken?
  /// How long a fault has it wait before its work.
  let delay: Duration?
  let sleep: @Sendable (Duration) async -> Void

  /// The caller; traps on a route that needs none, which is a mistake in the table of routes.
  var user: VerifiedToken {
    guard let caller else { preconditionFailure("the route needs no credential") }
    return caller
  }

  /// The resource's id in the path. UUIDs are compared without regard to case (RFC 9562 §4).
  var id: String { (parameters["id"] ?? "").lowercased() }

  /// Waits as a fault has asked for.
  func waitOutDelay() async {
    if let delay { await sleep(delay) }
  }

  /// Decodes the body.
  ///
  /// - Throws: ``Problem``: 415 for another type, 400 for broken JSON, 422 for a member that is
  ///   missing or of the wrong type.
  func decode<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    guard let media = request.fields[.contentType].flatMap(MediaType.init),
      media.matches(.json), media.charset ?? "utf-8" == "utf-8"
    else { throw .unsupportedMediaType(expected: .json) }
    do {
      return try JSONDecoder().decode(type, from: Data(request.body))
    } catch let error as DecodingError {
      throw Self.problem(of: error)
    } catch {
      throw .malformed("the body is no JSON")
    }
  }

  private static func problem(of error: DecodingError) -> Problem {
    func invalid(_ path: [any CodingKey], _ detail: String) -> Problem {
      let pointer = path.map { key in
        // RFC 6901 §3.
        "/" + key.stringValue.replacing("~", with: "~0").replacing("/", with: "~1")
      }.joined()
      return .invalid([Problem.FieldError(pointer: pointer, detail: detail)])
    }
    switch error {
    case .keyNotFound(let key, let context):
      return invalid(context.codingPath + [key], "is missing")
    case .typeMismatch(_, let context):
      return invalid(context.codingPath, "has the wrong type")
    case .valueNotFound(_, let context):
      return invalid(context.codingPath, "must not be null")
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return invalid(context.codingPath, "is not usable")
    case .dataCorrupted: return .malformed("the body is no JSON")
    @unknown default: return .malformed("the body is no JSON")
    }
  }
}

extension Response {
  /// An answer with a JSON body.
  static func json(_ document: some Encodable, status: Int = 200) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Response(status: status, type: .json, body: [UInt8](try encoder.encode(document)))
  }
}
