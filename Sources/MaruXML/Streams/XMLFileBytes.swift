public import Foundation

/// A file's bytes in pieces, for ``XMLElementStream``.
///
/// ```swift
/// for try await page in XMLElementStream(treesAt: "urlset", "url", in: XMLFileBytes(file)) { … }
/// ```
///
/// The file is opened when the first piece is asked for. Reading a piece holds the thread for as long as
/// the disk takes.
public struct XMLFileBytes: AsyncSequence, Sendable {
  private let url: URL
  private let pieceBytes: Int

  /// Names a file.
  ///
  /// - Parameters:
  ///   - url: Where the file is.
  ///   - pieceBytes: How much is read at once; 64 KiB.
  public init(_ url: URL, pieceBytes: Int = 65_536) {
    self.url = url
    self.pieceBytes = Swift.max(pieceBytes, 1)
  }

  /// Starts at the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(url: url, pieceBytes: pieceBytes) }

  /// Reads on from piece to piece.
  public struct Iterator: AsyncIteratorProtocol {
    private let url: URL
    private let pieceBytes: Int
    private var handle: FileHandle?
    private var isOver = false

    fileprivate init(url: URL, pieceBytes: Int) {
      self.url = url
      self.pieceBytes = pieceBytes
    }

    /// The next piece; nil at the end.
    ///
    /// - Throws: Foundation's error if the file can't be opened or read, and `CancellationError` if the
    ///   task was cancelled.
    public mutating func next() async throws -> Data? {
      try Task.checkCancellation()
      guard !isOver else { return nil }
      let handle = try handle ?? FileHandle(forReadingFrom: url)
      self.handle = handle
      let piece = try handle.read(upToCount: pieceBytes) ?? Data()
      guard piece.isEmpty else { return piece }
      isOver = true
      self.handle = nil
      return nil
    }
  }
}
