internal import MaruHTTP

/// An endpoint's path: a literal whose interpolated values can never change its shape.
///
/// ```swift
/// let path: EndpointPath = "/v1/todos/\(id)/notes"
/// ```
///
/// Each value becomes one inert piece of its segment: every character but letters, digits and
/// `-._~` is percent-encoded (RFC 3986 §2), a slash too. A value that would empty its segment or
/// turn it into `.` or `..` makes the path unusable, and a call with it fails before anything is
/// sent: `DELETE /v1/todos/` is another request than the one that was meant.
public struct EndpointPath: Sendable, Hashable {
  /// The path as it is sent.
  package let encoded: String
  /// The path with `{}` in place of each value: what logs may show.
  public let template: String
  /// Why the path can't be used; nil if it can.
  package let problem: Problem?

  /// Why a path can't be used.
  @nonexhaustive
  public enum Problem: String, Error, Sendable {
    /// It does not start with a slash.
    case notAbsolute = "a path starts with '/'"
    /// A value left its segment empty.
    case emptySegment = "a path value is empty"
    /// A value, or the literal, made a segment of dots, which means another path (RFC 3986 §5.2.4).
    case dotSegment = "a path segment is '.' or '..'"
    /// The literal holds a query, a fragment, a control character or a broken percent triplet.
    case stray = "a path holds no '?', '#', control character or lone '%'"
  }

  fileprivate init(encoded: String, template: String, problem: Problem?) {
    self.encoded = encoded
    self.template = template
    self.problem = problem
  }
}

extension EndpointPath: ExpressibleByStringInterpolation {
  /// A path without values.
  public init(stringLiteral value: String) {
    var parts = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
    parts.appendLiteral(value)
    self.init(stringInterpolation: parts)
  }

  /// A path with values.
  public init(stringInterpolation parts: StringInterpolation) {
    var parts = parts
    parts.endSegment()
    if parts.encoded.utf8.first != UInt8(ascii: "/") { parts.note(.notAbsolute) }
    self.init(encoded: parts.encoded, template: parts.template, problem: parts.problem)
  }

  /// Collects the pieces of a path.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var encoded = ""
    fileprivate var template = ""
    fileprivate var problem: Problem?
    private var segment = ""
    private var segmentHasValue = false

    /// Makes room.
    public init(literalCapacity: Int, interpolationCount: Int) {
      encoded.reserveCapacity(literalCapacity + interpolationCount * 36)
      template.reserveCapacity(literalCapacity + interpolationCount * 2)
    }

    /// Adds what stands in the source.
    public mutating func appendLiteral(_ literal: String) {
      template += literal
      // A value could complete what the literal leaves open: "%" and "2F" make a slash.
      if literal.utf8.contains(UInt8(ascii: "%")), PercentEncoding.decode(literal) == nil {
        note(.stray)
      }
      for byte in literal.utf8 {
        switch byte {
        case slash:
          endSegment()
          encoded += "/"
        case UInt8(ascii: "?"), UInt8(ascii: "#"), 0..<0x20, 0x7F:
          note(.stray)
        default:
          PercentEncoding.append(byte, to: &segment, plain: Self.isPathByte(byte))
        }
      }
    }

    /// Adds a value as one inert piece.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      template += "{}"
      segmentHasValue = true
      segment += PercentEncoding.encode(value.description)
    }

    /// Adds what is kept out of sight: it goes into the path, and no description shows a path.
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
      _ value: Sensitive<Value>
    ) {
      appendInterpolation(value.value)
    }

    /// Adds an identifier's raw value as one inert piece.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
    where Value.RawValue: CustomStringConvertible {
      appendInterpolation(value.rawValue)
    }

    /// Adds an identifier's raw value, also where the identifier describes itself otherwise.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
      _ value: Value
    ) where Value.RawValue: CustomStringConvertible {
      appendInterpolation(value.rawValue)
    }

    fileprivate mutating func endSegment() {
      if Self.isDots(segment) { note(.dotSegment) }
      if segmentHasValue, segment.isEmpty { note(.emptySegment) }
      encoded += segment
      segment = ""
      segmentHasValue = false
    }

    fileprivate mutating func note(_ problem: Problem) {
      self.problem = self.problem ?? problem
    }

    /// Servers and proxies resolve dots before and after decoding: `%2E%2E` is `..` to many.
    private static func isDots(_ segment: String) -> Bool {
      var rest = segment.utf8[...]
      var dots = 0
      while let byte = rest.popFirst() {
        let isDot =
          byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "%") && rest.popFirst() == UInt8(ascii: "2")
            && rest.popFirst().map { $0 | 0x20 } == UInt8(ascii: "e")
        guard isDot, dots < 2 else { return false }
        dots += 1
      }
      return dots > 0
    }

    private let slash = UInt8(ascii: "/")

    /// RFC 3986 §3.3: pchar, and the percent sign of triplets that the literal brings along.
    private static func isPathByte(_ byte: UInt8) -> Bool {
      PercentEncoding.isUnreserved(byte) || pathDelimiters.contains(byte)
    }
    private static let pathDelimiters = Array("!$&'()*+,;=:@%".utf8)
  }
}

extension EndpointPath: CustomStringConvertible, CustomReflectable {
  /// The template; values can be identifiers of people.
  public var description: String { template }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["template": template]) }
}
