internal import Foundation

extension Capture {
  /// Reads a capture of any kind from memory: a HAR, what `curl -v` or `--trace` printed, or one
  /// response as it came.
  ///
  /// - Throws: ``CaptureRefusal``, with line and column, if there is not one whole exchange in it.
  public init(_ bytes: [UInt8]) throws(CaptureRefusal) {
    if Self.isText(bytes.prefix(4_096)) {
      self = try TextCapture.read(bytes)
    } else {
      self = try HARReader.read(ByteFeed(bytes))
    }
  }

  /// Reads a capture from a file, piece by piece: a HAR of any size needs the memory of its longest
  /// entry, beside what is kept of each.
  ///
  /// It blocks for as long as the disk takes.
  /// - Throws: ``CaptureRefusal``, with line and column, if there is not one whole exchange in it.
  public init(contentsOf path: String) throws(CaptureRefusal) {
    guard let file = FileHandle(forReadingAtPath: path) else { throw CaptureRefusal(.unreadable) }
    let first = try Self.piece(of: file)
    if Self.isText(first.prefix(4_096)) {
      var bytes = first
      while bytes.count < Self.maximumTrace {
        let piece = try Self.piece(of: file)
        if piece.isEmpty { break }
        bytes += piece
      }
      self = try TextCapture.read(bytes)
      return
    }
    var pending: [UInt8]? = first
    let feed = try ByteFeed { () throws(CaptureRefusal) -> [UInt8] in
      if let piece = pending {
        pending = nil
        return piece
      }
      return try Self.piece(of: file)
    }
    self = try HARReader.read(feed)
  }

  /// A trace of curl is read as a whole: 64 MiB of it.
  private static let maximumTrace = 67_108_864

  private static func piece(of file: FileHandle) throws(CaptureRefusal) -> [UInt8] {
    do {
      return Array(try file.read(upToCount: 1_048_576) ?? Data())
    } catch {
      throw CaptureRefusal(.unreadable)
    }
  }

  /// Whether it begins as what curl prints or as a response, and not as JSON or a call with JSON.
  private static func isText(_ start: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let first = text.first else { return false }
    if first == "{" || first == "[" { return TextCapture.isWriteOut(text) }
    let line = text.prefix { !$0.isNewline }
    if let call = line.firstIndex(of: "("),
      let brace = line[call...].dropFirst().first(where: { $0 != " " }),
      brace == "{"
    {
      return false
    }
    return true
  }
}
