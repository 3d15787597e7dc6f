/// What a decoder throws that knows why a body is not the promised value.
///
/// A call fails with its code, and its reason and path are shown; the cause is kept out of sight. Other
/// errors of a decoder's become the code `undecodable`, without a word of theirs.
public struct UnreadableBody: Error {
  /// `undecodable`, `unexpectedContent`, `wrongCharset` or `emptyBody`.
  public let code: CallError.Code
  /// What was expected and found. It is logged: nothing of the body may be in it.
  public let reason: String
  /// The way to the value that could not be read. Keys that may come from the body are not shown.
  public let codingPath: [any CodingKey]
  /// What lies below; it may quote the body.
  public let cause: Sensitive<any Error>?

  /// Says why a body can't be read.
  public init(
    _ code: CallError.Code, reason: String, codingPath: [any CodingKey] = [],
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.reason = reason
    self.codingPath = codingPath
    self.cause = cause.map { Sensitive($0) }
  }
}

extension UnreadableBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Code and reason, without the path.
  public var description: String { "\(code.rawValue): \(reason)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
