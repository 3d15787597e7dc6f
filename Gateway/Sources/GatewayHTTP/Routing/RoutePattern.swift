/// A path with named places, such as `/v1/todos/{id}`.
public struct RoutePattern: Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The pattern as it was written: what logs show in place of a path.
  public let description: String
  private let pieces: [Piece]

  private enum Piece: Hashable, Sendable {
    case text(String)
    case parameter(String)
  }

  /// Reads a pattern; traps if it does not begin with a slash, which is a mistake in the source.
  public init(stringLiteral value: String) {
    precondition(value.first == "/", "'\(value)' is no path")
    description = value
    pieces = value.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      $0.first == "{" && $0.last == "}"
        ? .parameter(String($0.dropFirst().dropLast())) : .text(String($0))
    }
  }

  /// The named places, in order.
  package var parameterNames: [String] {
    pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  var hasParameters: Bool { !parameterNames.isEmpty }

  /// The values at the named places; nil if the path is another one. An empty piece matches none.
  func parameters(in segments: [String]) -> [String: String]? {
    guard segments.count == pieces.count else { return nil }
    var parameters: [String: String] = [:]
    for (piece, segment) in zip(pieces, segments) {
      switch piece {
      case .text(let text):
        guard text == segment else { return nil }
      case .parameter(let name):
        guard !segment.isEmpty else { return nil }
        parameters[name] = segment
      }
    }
    return parameters
  }
}
