import MaruXML

/// Feeds a document in pieces of a size.
enum StreamPieces {
  /// The elements at a path, each as it is written by the tree.
  static func read(
    _ bytes: [UInt8], size: Int, path: [XMLName], options: XMLReadingOptions = XMLReadingOptions()
  ) throws(XMLError) -> [XMLTree] {
    var splitter = XMLElementSplitter(path: path, options: options)
    var trees: [XMLTree] = []
    var index = 0
    while true {
      while let arena = try splitter.next() {
        trees.append(XMLTree(arena: arena, index: arena.root))
      }
      if splitter.isFinished { return trees }
      if index < bytes.count {
        splitter.feed(bytes[index..<min(index + size, bytes.count)])
        index += size
      } else {
        splitter.end()
      }
    }
  }
}
