/// The database failed.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  public let code: Int32
  private let message: String

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// SQLite's own text, which names tables and columns, never values.
  public var description: String { "\(message) (SQLite \(code))" }
}
