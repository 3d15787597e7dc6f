internal import Foundation

/// Files that are whole or not there.
enum AtomicFile {
  /// Writes beside the place and then moves it there, readable for this user only.
  ///
  /// - Throws: ``ProgramFailure`` if it can't be written; what was there stays then.
  static func write(_ bytes: [UInt8], to path: String) throws(ProgramFailure) {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent()
    let part = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString).part")
    let created = open(
      part.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard created >= 0 else { throw failure(path) }
    let handle = FileHandle(fileDescriptor: created, closeOnDealloc: false)
    do {
      try handle.write(contentsOf: Data(bytes))
      try handle.synchronize()
      try handle.close()
    } catch {
      unlink(part.path(percentEncoded: false))
      throw failure(path)
    }
    guard rename(part.path(percentEncoded: false), url.path(percentEncoded: false)) == 0 else {
      unlink(part.path(percentEncoded: false))
      throw failure(path)
    }
  }

  private static func failure(_ path: String) -> ProgramFailure {
    ProgramFailure("\(path) can't be written: \(String(cString: strerror(errno)))")
  }
}
