#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import struct Foundation.URL

/// A file as it was when a call was prepared: what each reading of it must still find.
struct FileVersion: Sendable, Hashable {
  let path: String
  let size: Int
  let seconds: Int
  let nanoseconds: Int

  /// Looks at a file.
  ///
  /// - Throws: ``UnreadableFile`` if it is not there, not a plain file or not ours to read.
  init(of url: URL) throws(UnreadableFile) {
    guard url.isFileURL else { throw UnreadableFile("the address is not a file's") }
    let path = url.path(percentEncoded: false)
    self = try FileReader(path).version
  }

  init(path: String, _ status: stat) {
    self.path = path
    size = Int(status.st_size)
    #if canImport(Darwin)
      seconds = status.st_mtimespec.tv_sec
      nanoseconds = status.st_mtimespec.tv_nsec
    #else
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    #endif
  }

  /// Opens the file to be read from its first byte.
  ///
  /// - Throws: ``UnreadableFile`` also if it is not the same any more.
  func open() throws(UnreadableFile) -> FileReader {
    let reader = try FileReader(path)
    try reader.check(self)
    return reader
  }
}

/// A file that a body is made of can't be read, or has changed; its path is not told.
struct UnreadableFile: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Reads a file in pieces, in the task of whoever asks.
///
/// A piece is a short read of a plain file, mostly of the system's cache, so that it does not need a
/// thread of its own; devices, pipes and sockets, which can block for ever, are refused.
final class FileReader: RequestBodyReader, Sendable {
  /// What is read at once. 64 KiB: what libcurl sends at once, and little to hold.
  static let pieceBytes = 65_536

  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(UnreadableFile) {
    self.path = path
    // Non-blocking, or opening a pipe would wait for its writer.
    // unsafe: the system reads the path while it is called.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw UnreadableFile(errno == ENOENT ? "there is no such file" : "it can't be opened")
    }
    guard let status, status.st_mode & S_IFMT == S_IFREG else {
      throw UnreadableFile("it is not a plain file")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private var status: stat? {
    var status = stat()
    // unsafe: the system writes to 'status' while it is called.
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  var version: FileVersion {
    get throws(UnreadableFile) {
      guard let status else { throw UnreadableFile("it can't be looked at") }
      return FileVersion(path: path, status)
    }
  }

  /// Sees that the file is still the one that was promised.
  func check(_ promised: FileVersion) throws(UnreadableFile) {
    guard try version == promised else {
      throw UnreadableFile("the file has changed since the call was prepared")
    }
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    var failure: UnreadableFile?
    // unsafe: exactly as many bytes count as the system has written.
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { target, count in
      let read = unsafe Self.read(descriptor, UnsafeMutableRawBufferPointer(target))
      if read < 0 { failure = UnreadableFile("it can't be read") }
      count = max(read, 0)
    }
    if let failure { throw failure }
    buffer += piece
    return !piece.isEmpty
  }

  private static func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
        // unsafe: the system writes at most as many bytes as there is room for.
        let count = unsafe Darwin.read(descriptor, target.baseAddress, target.count)
      #elseif canImport(Glibc)
        // unsafe: the system writes at most as many bytes as there is room for.
        let count = unsafe Glibc.read(descriptor, target.baseAddress, target.count)
      #else
        // unsafe: the system writes at most as many bytes as there is room for.
        let count = unsafe Musl.read(descriptor, target.baseAddress, target.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }
}

/// Reads a file and fails, before its last piece counts, if it has changed meanwhile.
final class UnchangedFileReader: RequestBodyReader {
  private let version: FileVersion
  private let reader: FileReader

  init(_ version: FileVersion) throws(UnreadableFile) {
    self.version = version
    reader = try version.open()
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    if try await reader.next(into: &buffer) { return true }
    // A transport holds the last byte back until here, so that no mixed body arrives whole.
    try reader.check(version)
    return false
  }
}
