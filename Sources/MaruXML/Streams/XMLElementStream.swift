/// The elements at a path of a document that may be larger than memory, one after the other.
///
/// ```swift
/// for try await page in XMLElementStream(treesAt: "urlset", "url", in: chunks) { … }
/// ```
///
/// It reads on only when the next element is asked for, and keeps the bytes of one element and of the
/// piece that came last. The document around the elements is checked in full, up to its end: what is
/// wrong is thrown as it would be for a whole document, after the elements before it. Limits hold for
/// each element as for a document; the whole may be of any length. A document type declaration can be
/// refused or read past, but not used.
///
/// Cancelling is the source's business: what it throws is thrown here.
public struct XMLElementStream<Source: AsyncSequence, Value>: AsyncSequence
where Source.Element: Sequence<UInt8> {
  /// What each element becomes.
  public typealias Element = Value
  private let source: Source
  private let path: [XMLName]
  private let options: XMLReadingOptions
  private let decode: @Sendable (XMLArena, Int) throws -> Value

  /// Makes a stream of what `decode` makes of the elements at a path.
  ///
  /// - Parameter path: Names from the root on; the last is that of the elements.
  package init(
    at path: [XMLName], in source: Source, options: XMLReadingOptions,
    decode: @escaping @Sendable (XMLArena, Int) throws -> Value
  ) {
    self.path = path
    self.source = source
    self.options = options
    self.decode = decode
  }

  /// Makes a stream of trees.
  ///
  /// - Parameters:
  ///   - path: Names from the root on; the last is that of the elements.
  ///   - source: The document's bytes in pieces of any size.
  ///   - options: How the document is read, and its limits.
  public init(
    treesAt path: XMLName..., in source: Source,
    options: XMLReadingOptions = XMLReadingOptions()
  ) where Value == XMLTree {
    self.init(at: path, in: source, options: options) { XMLTree(arena: $0, index: $1) }
  }

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      state: State(path: path, options: options), source: source.makeAsyncIterator(),
      decode: decode)
  }

  /// Reads on from element to element.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let state: State
    fileprivate var source: Source.AsyncIterator
    fileprivate let decode: @Sendable (XMLArena, Int) throws -> Value

    /// The next element's value; nil at the document's end.
    ///
    /// - Throws: ``XMLError``, what the type throws, and what the source throws. After an error
    ///   there is nothing more.
    public mutating func next() async throws -> Value? {
      while !state.isOver {
        do {
          if let arena = try state.next() { return try decode(arena, arena.root) }
          if state.isFinished { break }
          if let bytes = try await source.next() {
            state.feed(bytes)
          } else {
            state.end()
          }
        } catch {
          state.isOver = true
          throw error
        }
      }
      state.isOver = true
      return nil
    }
  }

  /// An iterator is copied; what it has read is not.
  fileprivate final class State {
    private var splitter: XMLElementSplitter
    var isOver = false

    init(path: [XMLName], options: XMLReadingOptions) {
      splitter = XMLElementSplitter(path: path, options: options)
    }

    var isFinished: Bool { splitter.isFinished }
    func next() throws(XMLError) -> XMLArena? { try splitter.next() }
    func feed(_ bytes: some Sequence<UInt8>) { splitter.feed(bytes) }
    func end() { splitter.end() }
  }
}

extension XMLElementStream: Sendable where Source: Sendable {}
