/// How far the body of one attempt has come.
public struct TransferProgress: Sendable, Hashable {
  /// Which attempt of the call it belongs to, from 1; redirects count.
  ///
  /// Another number than before says that the transfer began anew, at ``start``.
  public let attempt: Int
  /// How many bytes were there before the attempt: of a download that goes on; else 0.
  public let start: Int
  /// How many bytes there are now, ``start`` included.
  ///
  /// Of an upload, those handed to the transport, which may hold some of them back for a while; of a
  /// download, those written to the file.
  public let completed: Int
  /// How many there are in all; nil if that is not known.
  public let total: Int?

  /// Makes a report; for tests.
  public init(attempt: Int, start: Int = 0, completed: Int, total: Int?) {
    self.attempt = attempt
    self.start = start
    self.completed = completed
    self.total = total
  }

  /// From 0 to 1; nil if it is not known how many bytes there are.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 1 }
  }
}

/// Hears how far a transfer has come: in the call's task, off the main actor. It must not block.
public typealias ProgressReport = @Sendable (TransferProgress) -> Void
