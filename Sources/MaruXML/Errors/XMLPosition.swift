/// A place in a document.
public struct XMLPosition: Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// In characters (Unicode scalars), from 1.
  public let column: Int
  /// In bytes of the document as it came, from 0.
  public internal(set) var offset: Int

  /// Names a place.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `line 3, column 7, byte 41`.
  public var description: String { "line \(line), column \(column), byte \(offset)" }
}
